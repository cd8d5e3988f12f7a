import { Checkbox, NativeSelect, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../date-field.tsx';
import styles from '../form.module.css';
import {
  fieldsIn,
  problemOf,
  type AnyField,
  type CustomFieldProps,
  type FieldsForm,
  type TextField,
} from './field-table.ts';

export interface FieldsProps<V> {
  readonly form: FieldsForm<V>;
  /** Absent = all of the table. */
  readonly names?: readonly (keyof V & string)[];
}

/** Fields of a table, one below the other. */
export function Fields<V extends object>({ form, names }: FieldsProps<V>) {
  const { values, fields, isChecked, mayEdit, put } = form;
  const byName = new Map(fieldsIn(fields, values).map((each) => [each.name, each]));
  const wanted: readonly string[] = names ?? [...byName.keys()];
  return wanted.map((name) => {
    const named = byName.get(name);
    if (named === undefined || named.field.isHidden === true) return null;
    const { field, value } = named;
    return (
      <FieldInput
        key={name}
        field={field}
        value={value}
        error={field.rejection ?? (isChecked ? problemOf(field, value) : null)}
        mayEdit={mayEdit}
        onChange={(next) => put({ [name]: next, ...field.also?.(next) })}
      />
    );
  });
}

export interface FieldGroupProps<V> extends FieldsProps<V> {
  readonly legend?: string;
  readonly isDisabled?: boolean;
  /** Before the fields, e.g. a notice. */
  readonly lead?: ReactNode;
  /** After the fields. */
  readonly children?: ReactNode;
}

/** Fields that belong together, below a legend. */
export function FieldGroup<V extends object>(props: FieldGroupProps<V>) {
  const { legend, isDisabled = false, lead, children, ...fields } = props;
  return (
    <fieldset className={styles.group} disabled={!fields.form.mayEdit || isDisabled}>
      {legend !== undefined && <legend className={styles.legend}>{legend}</legend>}
      {lead}
      <Fields {...fields} />
      {children}
    </fieldset>
  );
}

interface FieldInputProps {
  readonly field: AnyField;
  readonly value: unknown;
  readonly error: string | null;
  readonly mayEdit: boolean;
  readonly onChange: (value: unknown) => void;
}

/** The input of a field, by its kind. */
function FieldInput({ field, value, error, mayEdit, onChange }: FieldInputProps) {
  const { label, hint = null, isDisabled: disabled = false } = field;
  const text = String(value);
  const shared = { label, description: hint, error, disabled, withAsterisk: field.required !== undefined };
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'password':
      return <TypedInput field={field} shared={shared} value={text} onChange={onChange} />;
    case 'date':
    case 'moment':
      return <DateField {...shared} kind={field.kind} value={text} onChange={onChange} />;
    case 'select':
      return (
        <NativeSelect
          {...shared}
          value={text}
          data={field.options.map((option) => ({ value: String(option.value), label: option.label }))}
          onChange={({ currentTarget }) => {
            const chosen = field.options.find((option) => String(option.value) === currentTarget.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        />
      );
    case 'switch':
    case 'checkbox': {
      const OnOff = field.kind === 'switch' ? Switch : Checkbox;
      return (
        <OnOff
          label={label}
          description={hint}
          error={error}
          disabled={disabled}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    }
    case 'custom':
      return field.render({ ...shared, value, disabled: disabled || !mayEdit, onChange });
  }
}

interface TypedInputProps {
  readonly field: TextField;
  readonly shared: Omit<CustomFieldProps<string>, 'value' | 'onChange'>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Text in one line, in several, or unseen. */
function TypedInput({
  field: { kind, maxLength, rows = 3, input = {} },
  shared,
  value,
  onChange,
}: TypedInputProps) {
  const { t } = useTranslation('common');
  const props = {
    ...shared,
    ...(maxLength !== undefined && { maxLength }),
    value,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  };
  if (kind === 'text') return <TextInput {...input} {...props} />;
  if (kind === 'longText') return <Textarea {...props} rows={rows} spellCheck={input.spellCheck} />;
  const reveal = { 'aria-label': t('common:showPassword'), tabIndex: 0 };
  return <PasswordInput {...input} {...props} visibilityToggleButtonProps={reveal} />;
}
