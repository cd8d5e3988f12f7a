import { callMath } from './math-functions.ts';
import { callMethod, memberOf } from './methods.ts';
import { applyBinary, invertBits, isEqual } from './operators.ts';
import type { Node } from './syntax.ts';
import { bounded, ExpressionError, isEmpty, sizeOf, toNumber, toText, toTruth, type Value } from './value.ts';

/** @returns undefined for a name that is unknown. */
export type Lookup = (name: string) => Value | undefined;

class Returned extends Error {
  readonly value: Value;
  constructor(value: Value) {
    super('return');
    this.value = value;
  }
}

/** Evaluates an expression. @throws ExpressionError with the reason why it has no value. */
export function evaluate(script: Node, lookup: Lookup): Value {
  try {
    return new Evaluation(lookup).value(script);
  } catch (error) {
    if (error instanceof Returned) return error.value;
    throw error;
  }
}

class Evaluation {
  readonly #lookup: Lookup;
  /** Most assign nothing. */
  #locals: Map<string, Value> | null = null;

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  value(node: Node): Value {
    switch (node.kind) {
      case 'literal':
        return node.value;
      case 'name':
        return this.#variable(node.name);
      case 'member':
        return this.#member(node);
      case 'call':
        return this.#call(node);
      case 'math':
        return callMath(
          node.name,
          node.args.map((arg) => this.value(arg)),
        );
      case 'list':
        return node.items.map((item) => this.value(item));
      case 'set':
        return distinct(node.items.map((item) => this.value(item)));
      case 'range':
        return wholeNumbers(toNumber(this.value(node.left)), toNumber(this.value(node.right)));
      case 'template':
        return bounded(
          node.parts.map((part) => (typeof part === 'string' ? part : toText(this.value(part)))).join(''),
        );
      case 'map':
        return Object.fromEntries(
          node.entries.map(([key, value]) => [toText(this.value(key)), this.value(value)]),
        );
      case 'unary':
        return this.#unary(node);
      case 'binary':
        return this.#binary(node);
      case 'both':
        return toTruth(this.value(node.left)) && toTruth(this.value(node.right));
      case 'either':
        return toTruth(this.value(node.left)) || toTruth(this.value(node.right));
      case 'elvis': {
        const left = this.#ifAny(node.left);
        return left !== null && toTruthOf(left) ? left : this.value(node.right);
      }
      case 'coalesce':
        return this.#ifAny(node.left) ?? this.value(node.right);
      case 'choice': {
        const when = this.#ifAny(node.when);
        return this.value(when !== null && toTruth(when) ? node.yes : node.no);
      }
      case 'assign': {
        const value = this.value(node.value);
        (this.#locals ??= new Map()).set(node.name, value);
        return value;
      }
      case 'return':
        throw new Returned(this.value(node.value));
      default:
        return this.#block(node.steps);
    }
  }

  #block(steps: readonly Node[]): Value {
    let last: Value = null;
    for (const step of steps) last = this.value(step);
    return last;
  }

  #find(name: string): Value | undefined {
    return this.#locals?.has(name) ? this.#locals.get(name) : this.#lookup(name);
  }
  #variable(name: string): Value {
    const value = this.#find(name);
    if (value === undefined) throw new ExpressionError(`${name} is unknown`);
    return value;
  }

  #member({ of, key, careful }: Extract<Node, { kind: 'member' }>): Value {
    const owner = careful ? this.#ifAny(of) : this.value(of);
    return careful && owner === null ? null : memberOf(owner, this.value(key));
  }
  #call({ of, name, args, careful }: Extract<Node, { kind: 'call' }>): Value {
    const self = careful ? this.#ifAny(of) : this.value(of);
    if (careful && self === null) return null;
    return callMethod(
      self,
      name,
      args.map((arg) => this.value(arg)),
    );
  }

  #unary({ sign, of }: Extract<Node, { kind: 'unary' }>): Value {
    if (sign === 'empty') return isEmpty(this.#ifAny(of));
    if (sign === 'size') return sizeOf(this.#ifAny(of));
    const value = this.value(of);
    if (sign === '!') return !toTruth(value);
    const number = toNumber(value);
    return sign === '~' ? invertBits(number) : sign === '-' ? -number : number;
  }

  #binary({ sign, left, right }: Extract<Node, { kind: 'binary' }>): Value {
    const askedForNull = (sign === '==' || sign === '!=') && (isNull(left) || isNull(right));
    if (askedForNull) return applyBinary(sign, this.#ifAny(left), this.#ifAny(right));
    return applyBinary(sign, this.value(left), this.value(right));
  }

  /** Where the question is whether there is something, an unknown name is nothing and no error. */
  #ifAny(node: Node): Value {
    if (node.kind === 'name') {
      return this.#find(node.name) ?? null;
    }
    if (node.kind === 'member') {
      const owner = this.#ifAny(node.of);
      return owner === null ? null : memberOf(owner, this.value(node.key));
    }
    return this.value(node);
  }
}

/** Longest range: it is written out. */
const MAX_RANGE = 1000;
function wholeNumbers(from: number, to: number): readonly Value[] {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to))
    throw new ExpressionError('a range has whole numbers at both ends');
  const size = Math.abs(to - from) + 1;
  if (size > MAX_RANGE) throw new ExpressionError(`a range has at most ${MAX_RANGE} numbers`);
  const step = to < from ? -1 : 1;
  return Array.from({ length: size }, (_, at) => from + at * step);
}
const distinct = (items: readonly Value[]): readonly Value[] =>
  items.filter((item, at) => !items.slice(0, at).some((other) => isEqual(other, item)));

const isNull = (node: Node): boolean => node.kind === 'literal' && node.value === null;
const toTruthOf = (value: Value): boolean => (typeof value === 'object' ? !isEmpty(value) : toTruth(value));
