import { fail, ok, type Result } from '@rastro/base';
import { hasMath } from './math-functions.ts';
import type { ExpressionProblem } from './problem.ts';
import type { BinarySign, Node } from './syntax.ts';
import { templateParts } from './template.ts';
import { tokensOf, type Token } from './tokens.ts';

/** Deeper nesting is never intended, and would cost stack. */
const MAX_DEPTH = 60;
const MAX_NODES = 1000;

class SyntaxProblem extends Error {
  readonly problem: ExpressionProblem;
  constructor(problem: ExpressionProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * Parses an expression of our JEXL subset.
 * @returns its tree, or the problem and its position.
 */
export function parseExpression(source: string): Result<Node, ExpressionProblem> {
  try {
    return ok(scriptIn(source));
  } catch (error) {
    if (error instanceof SyntaxProblem) return fail(error.problem);
    throw error;
  }
}

/** @throws SyntaxProblem */
function scriptIn(source: string): Node {
  const tokens = tokensOf(source);
  if (!tokens.ok) throw new SyntaxProblem(tokens.error);
  return new Parser(tokens.value).script();
}

/** Words that are operators, and aliases of operators. */
const WORD_OPERATORS: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  not: '!',
  eq: '==',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  div: '/',
  mod: '%',
};
/** Loosest first; each row binds tighter than the one above. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>=', '=~', '!~', '=^', '!^', '=$', '!$'],
  ['<<', '>>', '>>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const ASSIGNMENTS: readonly string[] = ['=', '+=', '-=', '*=', '/=', '%='];
/** Features of JEXL that this subset lacks: no loops, no objects, no user-defined functions. */
const ABSENT = new Set(
  'for while do new function break continue switch try catch throw import let const while pragma'.split(' '),
);

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;
  #nodes = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  script(): Node {
    const steps = this.#steps('');
    if (steps.length === 0) throw this.#problem('empty');
    return { kind: 'block', steps };
  }

  #steps(closing: string): readonly Node[] {
    const steps: Node[] = [];
    while (!this.#isOver && !this.#is(closing)) {
      if (this.#takes(';')) continue;
      const step = this.#statement();
      steps.push(step);
      const ended = this.#is(';') || this.#is(closing) || this.#isOver;
      if (!ended && step.kind !== 'choice' && step.kind !== 'block') throw this.#unexpected();
    }
    return steps;
  }

  /** A brace opens a set or map where it can, as in JEXL; after `if` and `else` always a block. */
  #statement(): Node {
    return this.#nested(() => {
      if (this.#is('{')) return this.#literalAhead() ?? this.#block();
      if (this.#takesWord('if')) return this.#if();
      if (this.#takesWord('return')) return { kind: 'return', value: this.#expression() };
      if (this.#takesWord('var')) {
        const name = this.#name();
        const value: Node = this.#takes('=') ? this.#expression() : { kind: 'literal', value: null };
        return { kind: 'assign', name, value };
      }
      return this.#expression();
    });
  }

  #if(): Node {
    this.#expect('(');
    const when = this.#expression();
    this.#expect(')');
    const yes = this.#branch();
    const semicolon = this.#is(';') && this.#tokens[this.#next + 1]?.text === 'else';
    if (semicolon) this.#next++;
    const no: Node = this.#takesWord('else') ? this.#branch() : { kind: 'literal', value: null };
    return { kind: 'choice', when, yes, no };
  }

  #branch(): Node {
    return this.#is('{') ? this.#nested(() => this.#block()) : this.#statement();
  }
  #block(): Node {
    this.#expect('{');
    const steps = this.#steps('}');
    this.#expect('}');
    return { kind: 'block', steps };
  }

  /** The expression that starts here, if it ends where a statement may; else null, and nothing was read. */
  #literalAhead(): Node | null {
    const [next, depth, nodes] = [this.#next, this.#depth, this.#nodes];
    try {
      const node = this.#expression();
      if (this.#isOver || this.#is(';') || this.#is('}')) return node;
    } catch (error) {
      if (!(error instanceof SyntaxProblem)) throw error;
    }
    [this.#next, this.#depth, this.#nodes] = [next, depth, nodes];
    return null;
  }

  #expression(): Node {
    return this.#nested(() => {
      const left = this.#choice();
      const sign = ASSIGNMENTS.find((each) => this.#takes(each));
      if (sign === undefined) return left;
      if (left.kind !== 'name') throw this.#problem('assignsToNoName');
      const value = this.#expression();
      if (sign === '=') return { kind: 'assign', name: left.name, value };
      const changed: Node = { kind: 'binary', sign: sign.slice(0, -1) as BinarySign, left, right: value };
      return { kind: 'assign', name: left.name, value: changed };
    });
  }

  #choice(): Node {
    const left = this.#range();
    if (this.#takes('?:')) return { kind: 'elvis', left, right: this.#expression() };
    if (this.#takes('??')) return { kind: 'coalesce', left, right: this.#expression() };
    if (!this.#takes('?')) return left;
    const yes = this.#expression();
    this.#expect(':');
    return { kind: 'choice', when: left, yes, no: this.#expression() };
  }

  /** Looser than all other signs, as in JEXL: what it is compared with needs brackets. */
  #range(): Node {
    const left = this.#level(0);
    return this.#takes('..') ? { kind: 'range', left, right: this.#level(0) } : left;
  }

  #level(level: number): Node {
    const signs = LEVELS[level];
    if (!signs) return this.#unary();
    let left = this.#level(level + 1);
    for (;;) {
      const sign = signs.find((each) => this.#takes(each));
      if (sign === undefined) return left;
      const right = this.#level(level + 1);
      if (sign === '&&' || sign === '||') left = { kind: sign === '&&' ? 'both' : 'either', left, right };
      else left = { kind: 'binary', sign: sign as BinarySign, left, right };
    }
  }

  #unary(): Node {
    return this.#nested(() => {
      for (const sign of ['-', '+', '!', '~'] as const) {
        if (this.#takes(sign)) return { kind: 'unary', sign, of: this.#unary() };
      }
      for (const sign of ['empty', 'size'] as const) {
        if (this.#takesWord(sign)) return { kind: 'unary', sign, of: this.#unary() };
      }
      return this.#path(this.#primary());
    });
  }

  #path(start: Node): Node {
    let of = start;
    for (;;) {
      const careful = this.#takes('?.');
      if (careful || this.#takes('.')) {
        const name = this.#member();
        if (this.#takes('(')) of = { kind: 'call', of, name, args: this.#list(')'), careful };
        else of = { kind: 'member', of, key: { kind: 'literal', value: name }, careful };
      } else if (this.#takes('[')) {
        const key = this.#expression();
        this.#expect(']');
        of = { kind: 'member', of, key, careful: false };
      } else return of;
    }
  }

  #primary(): Node {
    const token = this.#peek;
    if (token.kind === 'number') {
      this.#next++;
      return { kind: 'literal', value: numberIn(token.text) };
    }
    if (token.kind === 'text') {
      this.#next++;
      return { kind: 'literal', value: token.text };
    }
    if (token.kind === 'template') {
      this.#next++;
      const parts = templateParts(token.text);
      if (parts === null) throw this.#problem('endsTooSoon', { at: token.at, wanted: '}' });
      return {
        kind: 'template',
        parts: parts.map((part) => (typeof part === 'string' ? part : scriptIn(part.source))),
      };
    }
    if (this.#takes('(')) {
      const inner = this.#expression();
      this.#expect(')');
      return inner;
    }
    if (this.#takes('[')) return { kind: 'list', items: this.#list(']') };
    if (this.#takes('{')) return this.#braces();
    for (const [word, value] of [
      ['null', null],
      ['true', true],
      ['false', false],
    ] as const) {
      if (this.#takesWord(word)) return { kind: 'literal', value };
    }
    const { at: from } = this.#peek;
    const name = this.#name();
    if (name === 'math' && this.#takes(':')) {
      const { at } = this.#peek;
      const called = this.#name();
      this.#expect('(');
      const args = this.#list(')');
      if (!hasMath(called, args.length))
        throw this.#problem('noMath', { at, about: `math:${called} of ${args.length}` });
      return { kind: 'math', name: called, args };
    }
    if (this.#is('(')) throw this.#problem('noFunction', { at: from, about: name });
    return { kind: 'name', name };
  }

  /** `{1, 2}` is a set, `{:}` an empty map. */
  #braces(): Node {
    if (this.#takes(':')) {
      this.#expect('}');
      return { kind: 'map', entries: [] };
    }
    const items: Node[] = [];
    const entries: (readonly [Node, Node])[] = [];
    while (!this.#takes('}')) {
      const item = this.#expression();
      if (this.#takes(':')) entries.push([item, this.#expression()]);
      else items.push(item);
      if (!this.#is('}')) this.#expect(',');
    }
    if (entries.length > 0 && items.length > 0) throw this.#problem('mixed');
    return entries.length > 0 ? { kind: 'map', entries } : { kind: 'set', items };
  }

  #list(closing: string): readonly Node[] {
    const items: Node[] = [];
    while (!this.#takes(closing)) {
      items.push(this.#expression());
      if (!this.#is(closing)) this.#expect(',');
    }
    return items;
  }

  get #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0, end: 0 };
  }
  get #isOver(): boolean {
    return this.#peek.kind === 'end';
  }
  #is(sign: string): boolean {
    const { kind, text } = this.#peek;
    return kind === 'sign'
      ? text === sign
      : kind === 'name' && Object.hasOwn(WORD_OPERATORS, text) && WORD_OPERATORS[text] === sign;
  }
  #takes(sign: string): boolean {
    const found = this.#is(sign);
    if (found) this.#next++;
    return found;
  }
  #takesWord(word: string): boolean {
    const found = this.#peek.kind === 'name' && this.#peek.text === word;
    if (found) this.#next++;
    return found;
  }
  #expect(sign: string): void {
    if (!this.#takes(sign)) throw this.#unexpected(sign);
  }
  #name(): string {
    const { kind, text } = this.#peek;
    if (kind !== 'name' || Object.hasOwn(WORD_OPERATORS, text)) throw this.#unexpected();
    if (ABSENT.has(text)) throw this.#problem('absent', { about: text });
    this.#next++;
    return text;
  }
  /** After a dot any word is a name. */
  #member(): string {
    const { kind, text } = this.#peek;
    if (kind !== 'name') throw this.#unexpected();
    this.#next++;
    return text;
  }
  #unexpected(wanted: string | null = null): SyntaxProblem {
    const { kind, text } = this.#peek;
    return kind === 'end'
      ? this.#problem('endsTooSoon', { wanted })
      : this.#problem('unexpected', { about: text, wanted });
  }
  /** By default at the next token. */
  #problem(
    code: ExpressionProblem['code'],
    { at = this.#peek.at, about = '', wanted = null }: Partial<Omit<ExpressionProblem, 'code'>> = {},
  ): SyntaxProblem {
    return new SyntaxProblem({ code, at, about, wanted });
  }
  #nested(read: () => Node): Node {
    if (++this.#depth > MAX_DEPTH) throw this.#problem('tooDeep');
    if (++this.#nodes > MAX_NODES) throw this.#problem('tooLong');
    const node = read();
    this.#depth--;
    return node;
  }
}

/** The suffixes of Java's types say nothing here: there is one kind of number. */
const numberIn = (text: string): number =>
  /^0[xX]/.test(text) ? Number(text.replace(/[lLhH]$/, '')) : Number(text.replace(/[a-zA-Z]$/, ''));
