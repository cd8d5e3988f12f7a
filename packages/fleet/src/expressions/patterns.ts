import { RE2JS } from 're2js';
import { bounded, ExpressionError } from './value.ts';

/** Patterns of an engine whose time is linear in the text: a hostile one costs no more than a kind one. */
const compiled = new Map<string, RE2JS>();
const MAX_COMPILED = 500;
const MAX_PATTERN = 500;

function patternOf(source: string): RE2JS {
  let pattern = compiled.get(source);
  if (pattern) return pattern;
  if (source.length > MAX_PATTERN)
    throw new ExpressionError(`pattern is longer than ${MAX_PATTERN} characters`);
  try {
    pattern = RE2JS.compile(source);
  } catch (error) {
    throw new ExpressionError(`"${source.slice(0, 40)}" is no pattern`, { cause: error });
  }
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(source, pattern);
  return pattern;
}

export const fullMatch = (pattern: string, text: string): boolean => patternOf(pattern).matches(text);
export const replaceEach = (pattern: string, text: string, by: string): string =>
  bounded(patternOf(pattern).matcher(text).replaceAll(by));
export const replaceOne = (pattern: string, text: string, by: string): string =>
  bounded(patternOf(pattern).matcher(text).replaceFirst(by));
export const splitBy = (pattern: string, text: string): readonly string[] => patternOf(pattern).split(text);
