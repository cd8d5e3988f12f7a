/** The language of computed attributes: a subset of Apache JEXL 3. @source docs/reference/tracking-api.md §6.4 */
export type { Lookup } from './evaluate.ts';
export { expressionProblem, runExpression } from './expression.ts';
export { MATH_NAMES } from './math-functions.ts';
export { parseExpression } from './parser.ts';
export { problemText, type ExpressionProblem } from './problem.ts';
export { tokensOf, type Token } from './tokens.ts';
export { DateValue, toText, type Value } from './value.ts';
