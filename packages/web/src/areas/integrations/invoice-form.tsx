import { NativeSelect, TextInput } from '@mantine/core';
import { matchLanguage, PRICE_MODES, type Integrations } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useSettingsEditor } from '../../kernel/screens/use-settings-editor.ts';
import { useTaxIdHint } from '../../kernel/formats/use-tax-id-hint.ts';
import { useServices } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import form from '../../ui/form.module.css';
import {
  invoiceProblems,
  invoiceSettings,
  invoiceValues,
  type InvoiceValues,
  type Problems,
} from './integration-values.ts';
import type { PartProps } from './payment-form.tsx';

type TextField = Exclude<keyof InvoiceValues, 'fineMode' | 'discountMode'>;
const LONGEST: Readonly<Record<TextField, number>> = {
  companyName: 120,
  taxId: 20,
  address: 300,
  pixKey: 77,
  pixCity: 60,
  fine: 14,
  interest: 8,
  discount: 14,
  discountDays: 3,
};

/** Details of the issuer on their invoices. */
export function InvoiceForm({ integrations, onWritten }: PartProps) {
  const { t, i18n } = useTranslation('integrations');
  const language = matchLanguage(i18n.language) ?? 'en';
  const { extension } = useServices();
  const editor = useSettingsEditor<InvoiceValues, Integrations>({
    initial: invoiceValues(integrations, language),
    mayEdit: true,
    success: t('integrations:saved'),
    isWrong: (values) => Object.keys(invoiceProblems(values, language)).length > 0,
    write: ({ after }, signal) =>
      extension.integrations.writeInvoice(invoiceSettings(after, language), signal),
    onSaved: (written) => {
      onWritten(written);
      return invoiceValues(written, language);
    },
  });
  const { values, change, isChecked } = editor;
  const problems = isChecked ? invoiceProblems(values, language) : {};
  return (
    <EntityForm {...editor.form}>
      <Fields values={values} problems={problems} change={change} />
      {editor.question}
    </EntityForm>
  );
}

interface FieldsProps {
  readonly values: InvoiceValues;
  readonly problems: Problems<InvoiceValues>;
  readonly change: (part: Partial<InvoiceValues>) => void;
}
const GROUPS = [
  ['issuer', ['companyName', 'taxId', 'address']],
  ['pix', ['pixKey', 'pixCity']],
  ['terms', ['fine', 'fineMode', 'interest', 'discount', 'discountMode', 'discountDays']],
] as const;

function Fields({ values, problems, change }: FieldsProps) {
  const { t } = useTranslation('integrations');
  const taxIdHint = useTaxIdHint()(values.taxId);
  return GROUPS.map(([group, names]) => (
    <fieldset key={group} className={form.group}>
      <legend className={form.legend}>{t(`integrations:invoice.${group}`)}</legend>
      {names.map((name) =>
        name === 'fineMode' || name === 'discountMode' ? (
          <NativeSelect
            key={name}
            label={t(`integrations:invoice.${name}`)}
            value={values[name]}
            data={PRICE_MODES.map((value) => ({ value, label: t(`integrations:mode.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              change({ [name]: PRICE_MODES.find((each) => each === value) ?? 'percent' })
            }
          />
        ) : (
          <TextInput
            key={name}
            label={t(`integrations:invoice.${name}`)}
            value={values[name]}
            maxLength={LONGEST[name]}
            description={name === 'taxId' ? taxIdHint : undefined}
            error={problems[name] === undefined ? null : t(`integrations:${problems[name]}`)}
            autoComplete="off"
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ),
      )}
    </fieldset>
  ));
}
