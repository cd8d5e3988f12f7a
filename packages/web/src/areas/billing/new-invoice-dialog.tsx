import { FIELD_LIMITS, isQrDriver, isShared, matchLanguage, type User } from '@rastro/fleet';
import { MAX_INVOICE_VALUE, readCivilDate, type Invoice } from '@rastro/fleet/billing';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { centsText, moneySign, ownSigns, readNumber } from '../../i18n/number-text.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import type { CustomFieldProps } from '../../ui/fields/field-table.ts';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { BILLING_KEY } from './use-billing.ts';

interface Values {
  readonly customerId: number;
  readonly dueDate: string;
  readonly value: string;
  readonly description: string;
}

export interface NewInvoiceDialogProps {
  readonly today: string;
  readonly onClose: () => void;
}

/** An amount due besides the monthly invoices. */
export function NewInvoiceDialog({ today, onClose }: NewInvoiceDialogProps) {
  const { t, i18n } = useTranslation('billing');
  const { billing } = useServices().extension;
  const language = matchLanguage(i18n.language) ?? 'en';
  const centsIn = (text: string): number =>
    Math.round((readNumber(text, language, ownSigns.money(language)) ?? 0) * 100);
  const maxValue = `${moneySign(language)} ${centsText(MAX_INVOICE_VALUE, language)}`;
  const form = useSendForm<Values, Invoice>({
    initial: { customerId: 0, dueDate: today, value: '', description: '' },
    fields: ({ customerId, dueDate, value }) => ({
      customerId: {
        kind: 'custom',
        label: t('billing:customer'),
        problem: customerId === 0 && t('billing:new.customerMissing'),
        render: (props) => <CustomerField {...props} />,
      },
      description: {
        kind: 'text',
        label: t('billing:new.description'),
        maxLength: FIELD_LIMITS.invoice.description,
      },
      dueDate: {
        kind: 'date',
        label: t('billing:due'),
        problem: (readCivilDate(dueDate) === null || dueDate < today) && t('billing:new.dueWrong'),
      },
      value: {
        kind: 'text',
        label: t('billing:new.value', { money: moneySign(language) }),
        problem:
          (centsIn(value) <= 0 && t('billing:new.valueMissing')) ||
          (centsIn(value) > MAX_INVOICE_VALUE && t('billing:new.valueTooMuch', { money: maxValue })),
        input: { inputMode: 'decimal' },
      },
    }),
    write: (values, signal) => billing.issue({ ...values, value: centsIn(values.value) }, signal),
    touches: BILLING_KEY,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('billing:new.title')}
      lead={t('billing:new.text')}
      submit={t('billing:new.confirm')}
      onClose={onClose}
    />
  );
}

function CustomerField({ label, value, error, onChange }: CustomFieldProps<number>) {
  const { t } = useTranslation('billing');
  const { client } = useServices();
  const { user, branding } = useSignedIn();
  const { data } = useQuery<readonly User[]>({
    queryKey: ['users'],
    queryFn: async ({ signal }) => valueOf(await client.users.list({}, signal)),
  });
  const customers = useMemo(
    () =>
      (data ?? [])
        // Guests of a link and drivers who check in owe nothing.
        .filter((each) => each.id !== user.id && !isShared(each) && !isQrDriver(each, branding.brand))
        .map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` })),
    [data, user.id, branding.brand],
  );
  return (
    <>
      <SearchedSelect
        label={label}
        placeholder={t(data === undefined ? 'common:loading' : 'billing:new.choose')}
        error={error}
        options={customers}
        value={value === 0 ? '' : String(value)}
        onChange={(id) => onChange(Number(id))}
      />
      {data !== undefined && customers.length === 0 && (
        <p>
          {t('billing:new.nobody')} <Link to="/users/new?as=customer">{t('billing:new.customer')}</Link>
        </p>
      )}
    </>
  );
}
