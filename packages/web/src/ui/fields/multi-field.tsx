import { MultiSelect } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import type { CustomFieldProps, FieldOption } from './field-table.ts';

/** Options offered at once; the search of the field finds the others. */
const MAX_OPTIONS = 50;

export interface MultiFieldProps extends CustomFieldProps<readonly string[]> {
  readonly options: readonly FieldOption<string>[];
  readonly searchable?: boolean;
}

/** Several of some options. What is chosen and not among them stays, by its value. */
export function MultiField({ options, value, searchable = false, ...field }: MultiFieldProps) {
  const known = new Set(options.map((option) => option.value));
  const others = value.filter((each) => !known.has(each)).map((each) => ({ value: each, label: each }));
  return (
    <MultiSelect
      {...field}
      {...(searchable && { searchable, limit: MAX_OPTIONS })}
      value={[...value]}
      data={[...options, ...others]}
    />
  );
}
