import { FIELD_LIMITS, matchLanguage, PRICE_MODES, type Integrations, type Language } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useSettingsForm } from '../../kernel/screens/use-settings-form.ts';
import { useTaxIdHint } from '../../kernel/formats/use-tax-id-hint.ts';
import { useServices } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { recordOf } from '../../ui/fields/record-of.ts';
import { invoiceProblems, invoiceSettings, invoiceValues, type InvoiceValues } from './integration-values.ts';
import type { PartProps } from './payment-form.tsx';

const GROUPS = {
  issuer: ['companyName', 'taxId', 'address'],
  pix: ['pixKey', 'pixCity'],
  terms: ['fine', 'fineMode', 'interest', 'discount', 'discountMode', 'discountDays'],
} as const;
const GROUP_NAMES = ['issuer', 'pix', 'terms'] as const;

type TextName = Exclude<keyof InvoiceValues, 'fineMode' | 'discountMode'>;
/** Numbers are as long as the largest is written. */
const MAX_LENGTHS: Readonly<Record<TextName, number>> = {
  ...FIELD_LIMITS.invoiceIntegration,
  fine: 14,
  interest: 8,
  discount: 14,
  discountDays: 3,
};
const TEXTS = [
  ...GROUPS.issuer,
  ...GROUPS.pix,
  'fine',
  'interest',
  'discount',
  'discountDays',
] as const satisfies readonly TextName[];

function useInvoiceFields(language: Language): (values: InvoiceValues) => FieldTable<InvoiceValues> {
  const { t } = useTranslation('integrations');
  const taxIdHint = useTaxIdHint();
  return (values) => {
    const problems = invoiceProblems(values, language);
    return {
      ...recordOf(TEXTS, (name) => ({
        kind: 'text' as const,
        label: t(`integrations:invoice.${name}`),
        hint: name === 'taxId' ? taxIdHint(values.taxId) : null,
        maxLength: MAX_LENGTHS[name],
        problem: problems[name] === undefined ? null : t(`integrations:${problems[name]}`),
        input: { autoComplete: 'off' },
      })),
      ...recordOf(['fineMode', 'discountMode'] as const, (name) => ({
        kind: 'select' as const,
        label: t(`integrations:invoice.${name}`),
        options: PRICE_MODES.map((value) => ({ value, label: t(`integrations:mode.${value}`) })),
      })),
    };
  };
}

/** Details of the issuer on their invoices. */
export function InvoiceForm({ integrations, onWritten }: PartProps) {
  const { t, i18n } = useTranslation('integrations');
  const language = matchLanguage(i18n.language) ?? 'en';
  const { extension } = useServices();
  const form = useSettingsForm<InvoiceValues, Integrations>({
    initial: invoiceValues(integrations, language),
    mayEdit: true,
    success: t('integrations:saved'),
    fields: useInvoiceFields(language),
    write: ({ after }, signal) =>
      extension.integrations.writeInvoice(invoiceSettings(after, language), signal),
    onSaved: (written) => {
      onWritten(written);
      return invoiceValues(written, language);
    },
  });
  return (
    <EntityForm {...form.frame}>
      {GROUP_NAMES.map((group) => (
        <FieldGroup
          key={group}
          form={form}
          legend={t(`integrations:invoice.${group}`)}
          names={GROUPS[group]}
        />
      ))}
      {form.question}
    </EntityForm>
  );
}
