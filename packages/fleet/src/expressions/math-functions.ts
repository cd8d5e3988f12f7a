import { ExpressionError, toNumber, type Value } from './value.ts';

type Function = readonly [arity: number, apply: (a: number, b: number) => number];

const one = (apply: (a: number) => number): Function => [1, apply];
const two = (apply: (a: number, b: number) => number): Function => [2, apply];

/** Halves go up, also below zero, as Math.round of Java; `rint` takes the even neighbor. */
const FUNCTIONS: ReadonlyMap<string, Function> = new Map<string, Function>([
  ['abs', one(Math.abs)],
  ['ceil', one(Math.ceil)],
  ['floor', one(Math.floor)],
  ['round', one(Math.round)],
  ['rint', one((a) => (Math.abs(a % 1) === 0.5 ? 2 * Math.round(a / 2) : Math.round(a)))],
  ['signum', one(Math.sign)],
  ['sqrt', one(Math.sqrt)],
  ['cbrt', one(Math.cbrt)],
  ['exp', one(Math.exp)],
  ['expm1', one(Math.expm1)],
  ['log', one(Math.log)],
  ['log10', one(Math.log10)],
  ['log1p', one(Math.log1p)],
  ['sin', one(Math.sin)],
  ['cos', one(Math.cos)],
  ['tan', one(Math.tan)],
  ['asin', one(Math.asin)],
  ['acos', one(Math.acos)],
  ['atan', one(Math.atan)],
  ['sinh', one(Math.sinh)],
  ['cosh', one(Math.cosh)],
  ['tanh', one(Math.tanh)],
  ['toRadians', one((a) => (a * Math.PI) / 180)],
  ['toDegrees', one((a) => (a * 180) / Math.PI)],
  ['toIntExact', one(Math.trunc)],
  ['negateExact', one((a) => -a)],
  ['max', two(Math.max)],
  ['min', two(Math.min)],
  ['pow', two(Math.pow)],
  ['atan2', two(Math.atan2)],
  ['hypot', two(Math.hypot)],
  ['addExact', two((a, b) => a + b)],
  ['subtractExact', two((a, b) => a - b)],
  ['multiplyExact', two((a, b) => a * b)],
  ['IEEEremainder', two((a, b) => a - b * Math.round(a / b))],
  ['floorDiv', two((a, b) => Math.floor(a / b))],
  ['floorMod', two((a, b) => a - Math.floor(a / b) * b)],
  ['copySign', two((a, b) => (b < 0 ? -Math.abs(a) : Math.abs(a)))],
]);

/** Names allowed after `math:`. */
export const MATH_NAMES: readonly string[] = [...FUNCTIONS.keys()];

/** Whether `math:name` exists and takes that many arguments. */
export const hasMath = (name: string, args: number): boolean => FUNCTIONS.get(name)?.[0] === args;

/** `math:name(…)`, the functions of java.lang.Math that give the same result each time. */
export function callMath(name: string, args: readonly Value[]): number {
  const found = FUNCTIONS.get(name);
  if (!found || found[0] !== args.length)
    throw new ExpressionError(`there is no math:${name} of ${args.length}`);
  return found[1](toNumber(args[0] ?? null), args.length > 1 ? toNumber(args[1] ?? null) : 0);
}
