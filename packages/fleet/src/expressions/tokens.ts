import { fail, ok, type Result } from '@rastro/base';
import type { ExpressionProblem } from './problem.ts';

export interface Token {
  readonly kind: 'number' | 'text' | 'template' | 'name' | 'sign' | 'end';
  /** Value of a text; source of a template between its quotes. */
  readonly text: string;
  /** Where it begins and ends in the text. */
  readonly at: number;
  readonly end: number;
}

const SIGNS = [
  '>>>',
  '===',
  '!==',
  '==',
  '!=',
  '=~',
  '!~',
  '=^',
  '!^',
  '=$',
  '!$',
  '<=',
  '>=',
  '<<',
  '>>',
  '&&',
  '||',
  '?:',
  '??',
  '?.',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '->',
  '=>',
  '..',
  ...'+ - * / % < > = ! & | ^ ~ ? : . , ; ( ) [ ] { }'.split(' '),
];
const SPACE = /(?:\s+|##[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const NUMBER = /(?:0[xX][0-9a-fA-F]+|(?:\d+\.\d+|\d+)(?:[eE][-+]?\d+)?)[lLhHfFdDbB]?/y;
const NAME = /[A-Za-z_$@][\w$@]*/y;
const TEMPLATE = /`(?:[^`\\]|\\.)*`/sy;
const TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/sy;

/** Cuts an expression into tokens. @returns them, or where it cannot be read. */
export function tokensOf(source: string): Result<readonly Token[], ExpressionProblem> {
  const tokens: Token[] = [];
  let at = 0;
  const read = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0] ?? '';
  };
  for (;;) {
    at += read(SPACE).length;
    if (at >= source.length) break;
    const token = readToken(source, at, read);
    if (!token) return fail({ code: 'unreadable', at, about: source.slice(at, at + 12), wanted: null });
    const end = at + token.text.length;
    tokens.push({
      kind: token.kind,
      text: contentOf(token),
      at,
      end,
    });
    at = end;
  }
  return ok([...tokens, { kind: 'end', text: '', at, end: at }]);
}

function readToken(
  source: string,
  at: number,
  read: (pattern: RegExp) => string,
): Pick<Token, 'kind' | 'text'> | null {
  const number = read(NUMBER);
  if (number !== '') return { kind: 'number', text: number };
  const name = read(NAME);
  if (name !== '') return { kind: 'name', text: name };
  const text = read(TEXT);
  if (text !== '') return { kind: 'text', text };
  const template = read(TEMPLATE);
  if (template !== '') return { kind: 'template', text: template };
  const sign = SIGNS.find((each) => source.startsWith(each, at));
  if (sign === undefined) return null;
  // `a ?.5 : 1` is a choice, not a careful step.
  return { kind: 'sign', text: sign === '?.' && /\d/.test(source[at + 2] ?? '') ? '?' : sign };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function contentOf({ kind, text }: Pick<Token, 'kind' | 'text'>): string {
  if (kind === 'template') return text.slice(1, -1);
  return kind === 'text' ? unescaped(text.slice(1, -1)) : text;
}

/** Replaces escapes by their characters. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\(u[0-9a-fA-F]{4}|.)/gs, (_all, code: string) =>
    code.length === 5 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (ESCAPES[code] ?? code),
  );
}
