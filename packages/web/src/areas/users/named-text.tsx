import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTaxIdHint } from '../../kernel/formats/use-tax-id-hint.ts';
import type { TabProps } from './tab-props.ts';
import { unitOf, type NamedField } from './user-values.ts';

interface NamedTextProps extends TabProps {
  readonly field: NamedField;
  readonly description?: string;
}

/** A field that the product keeps in an attribute, by its name. */
export function NamedText({ field, description, values, context, problems, onChange }: NamedTextProps) {
  const { t } = useTranslation('users');
  const taxIdHint = useTaxIdHint(field === 'taxId' ? (values.typed[field] ?? '') : '');
  const hint = description ?? taxIdHint;
  const problem = problems[field];
  const unit = unitOf(field, values, context.language);
  return (
    <TextInput
      label={t(`users:field.${field}`)}
      {...(hint !== undefined && { description: hint })}
      {...(unit !== '' && { rightSection: unit, rightSectionWidth: 40, rightSectionPointerEvents: 'none' })}
      value={values.typed[field] ?? ''}
      error={problem === undefined ? null : t(`users:problem.${problem}`)}
      onChange={(event) => onChange({ typed: { ...values.typed, [field]: event.currentTarget.value } })}
    />
  );
}
