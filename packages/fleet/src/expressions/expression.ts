import { fail, ok, type Result } from '@rastro/base';
import { evaluate, type Lookup } from './evaluate.ts';
import { parseExpression } from './parser.ts';
import { problemText, type ExpressionProblem } from './problem.ts';
import type { Node } from './syntax.ts';
import { ExpressionError, type Value } from './value.ts';

const MAX_CACHED = 2000;
const cache = new Map<string, Result<Node, ExpressionProblem>>();

/** The tree of an expression; each text is read once. */
function treeOf(source: string): Result<Node, ExpressionProblem> {
  let tree = cache.get(source);
  if (!tree) {
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(source, (tree = parseExpression(source)));
  }
  return tree;
}

/** Returns the syntax problem of an expression; null = none. */
export function expressionProblem(source: string): string | null {
  const tree = parseExpression(source);
  return tree.ok ? null : problemText(tree.error);
}

/**
 * Works out an expression of Traccar's computed attributes: a subset of Apache JEXL 3, strict, with no way out
 * of the values it is given.
 * @returns its value, or why it has none.
 * @source docs/reference/tracking-api.md §6.4
 */
export function runExpression(source: string, lookup: Lookup): Result<Value, string> {
  const tree = treeOf(source);
  if (!tree.ok) return fail(problemText(tree.error));
  try {
    const value = evaluate(tree.value, lookup);
    return typeof value === 'number' && !Number.isFinite(value) ? fail('the result is no number') : ok(value);
  } catch (error) {
    if (error instanceof ExpressionError) return fail(error.message);
    throw error;
  }
}
