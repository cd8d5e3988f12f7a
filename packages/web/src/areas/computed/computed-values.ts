import type { ComputedAttribute } from '@rastro/fleet';
import { parseExpression } from '@rastro/fleet/expressions';

export const TYPES = ['number', 'string', 'boolean'] as const;
/** As the server bounds them. */
export const MAX_LENGTH = 4000;
export const MAX_NAME = 128;
const MAX_PRIORITY = 1_000_000;

/** Values of the form. */
export interface ComputedValues {
  readonly description: string;
  readonly attribute: string;
  readonly expression: string;
  readonly type: string;
  /** As it is typed. */
  readonly priority: string;
}
export type ComputedField = 'description' | 'attribute' | 'expression' | 'priority';

export const NEW: ComputedAttribute = {
  id: 0,
  description: '',
  attribute: '',
  expression: '',
  type: 'number',
  priority: 0,
};

export const computedValues = (saved: ComputedAttribute): ComputedValues => ({
  description: saved.description,
  attribute: saved.attribute,
  expression: saved.expression,
  type: saved.type,
  priority: String(saved.priority),
});

export function checkComputed(values: ComputedValues): ReadonlySet<ComputedField> {
  const isWhole = /^-?\d{1,7}$/.test(values.priority.trim());
  const wrong: readonly (readonly [ComputedField, boolean])[] = [
    ['description', values.description.trim() === ''],
    ['attribute', !/^\S+$/.test(values.attribute.trim())],
    ['expression', !parseExpression(values.expression).ok],
    ['priority', !isWhole || Math.abs(Number(values.priority)) > MAX_PRIORITY],
  ];
  return new Set(wrong.filter(([, isWrong]) => isWrong).map(([field]) => field));
}

export const changedComputed = (saved: ComputedAttribute, values: ComputedValues): ComputedAttribute => ({
  ...saved,
  description: values.description.trim(),
  attribute: values.attribute.trim(),
  expression: values.expression.trim(),
  type: values.type,
  priority: Number(values.priority) || 0,
});
