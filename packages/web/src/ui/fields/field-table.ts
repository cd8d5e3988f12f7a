import type { InputProps } from '@mantine/core';
import type { InputHTMLAttributes, ReactNode } from 'react';

/** A choice of a select; its value is stored as it is declared. */
export interface FieldOption<T> {
  readonly value: T;
  readonly label: string;
}

interface FieldBase {
  /** Name of the field, in the user's language; the other texts are, too. */
  readonly label: string;
  readonly hint?: ReactNode;
  /** It is not shown, and nothing in it is a problem. */
  readonly isHidden?: boolean;
  readonly isDisabled?: boolean;
  /** Has to be filled in; the text is shown when it is blank, true = `problem` says so. */
  readonly required?: string | true;
  /** Why its value cannot be saved; shown after an attempt to save. */
  readonly problem?: string | null | false;
  /** Why the server rejected it; shown at once, and does not keep it from being sent again. */
  readonly rejection?: string | null;
}

/** More properties that an input needs. */
export type InputAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'
> &
  Pick<InputProps, 'rightSection' | 'rightSectionWidth' | 'rightSectionPointerEvents'>;

export interface TextField extends FieldBase {
  readonly kind: 'text' | 'longText' | 'password';
  readonly maxLength?: number;
  /** Lines of a long text; absent = 3. */
  readonly rows?: number;
  readonly input?: InputAttributes;
}
export interface DayField extends FieldBase {
  readonly kind: 'date' | 'moment';
}
export interface SelectField<T> extends FieldBase {
  readonly kind: 'select';
  readonly options: readonly FieldOption<T>[];
}
export interface SwitchField extends FieldBase {
  readonly kind: 'switch' | 'checkbox';
}
/** A field with an input of its own. */
export interface CustomField<T> extends FieldBase {
  readonly kind: 'custom';
  readonly render: (props: CustomFieldProps<T>) => ReactNode;
}
export interface CustomFieldProps<T> {
  readonly label: string;
  readonly description: ReactNode;
  readonly withAsterisk: boolean;
  readonly value: T;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly onChange: (value: T) => void;
}

type FieldOf<T> =
  | CustomField<T>
  | ([T] extends [string] ? TextField | DayField | SelectField<T> : never)
  | ([T] extends [number] ? SelectField<T> : never)
  | ([T] extends [boolean] ? SwitchField : never);

/** Other values that change with a value. */
interface Also<T, V> {
  readonly also?: (value: T) => Partial<V>;
}

/** The fields of a form by the value that each edits, in their order. */
export type FieldTable<V> = { readonly [K in keyof V]?: FieldOf<V[K]> & Also<V[K], V> };

/** Any field, where its value is not known to the compiler. */
export type AnyField = (TextField | DayField | SelectField<unknown> | SwitchField | CustomField<unknown>) &
  Also<unknown, object>;

/** Values of a form with their fields. */
export interface FieldsForm<V> {
  readonly values: V;
  readonly fields: FieldTable<V>;
  readonly mayEdit: boolean;
  /** True after an attempt to save: problems are shown. */
  readonly isChecked: boolean;
  readonly change: (part: Partial<V>) => void;
  /** Changes values whose types only their fields know. */
  readonly put: (part: object) => void;
}

/** A field with the name and the value that it edits. */
export interface NamedField {
  readonly name: string;
  readonly field: AnyField;
  readonly value: unknown;
}

/** Why the value of a field cannot be saved; null = it can. */
export function problemOf(field: AnyField, value: unknown): string | null {
  if (field.isHidden === true) return null;
  const isBlank = typeof value === 'string' && value.trim() === '';
  if (isBlank && typeof field.required === 'string') return field.required;
  return field.problem === undefined || field.problem === false ? null : field.problem;
}

/** Fields of a table with their values. */
export function fieldsIn<V extends object>(fields: FieldTable<V>, values: V): readonly NamedField[] {
  const all = new Map<string, unknown>(Object.entries(values));
  const entries: readonly (readonly [string, AnyField])[] = Object.entries(fields);
  return entries.map(([name, field]) => ({ name, field, value: all.get(name) }));
}

/** Name of the first field whose value cannot be saved; null = none. */
export function wrongField<V extends object>(fields: FieldTable<V>, values: V): string | null {
  const wrong = fieldsIn(fields, values).find(({ field, value }) => problemOf(field, value) !== null);
  return wrong?.name ?? null;
}
