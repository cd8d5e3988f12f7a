import { TextInput } from '@mantine/core';
import { FIELD_LIMITS, isQrDriver, isShared, matchLanguage, type User } from '@rastro/fleet';
import { MAX_INVOICE_VALUE, readCivilDate } from '@rastro/fleet/billing';
import type { NewInvoiceDraft } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { centsText, moneySign, ownSigns, readNumber } from '../../i18n/number-text.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
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
  const failureText = useFailureText();
  const language = matchLanguage(i18n.language) ?? 'en';
  const [values, setValues] = useState<Values>({ customerId: 0, dueDate: today, value: '', description: '' });
  const [isChecked, setChecked] = useState(false);
  const { busy, failure, run } = useIssue();
  const set = (part: Partial<Values>): void => setValues((old) => ({ ...old, ...part }));
  const cents = Math.round((readNumber(values.value, language, ownSigns.money(language)) ?? 0) * 100);
  const isTooMuch = cents > MAX_INVOICE_VALUE;
  const isDay = readCivilDate(values.dueDate) !== null && values.dueDate >= today;
  const submit = (): void => {
    setChecked(true);
    const { customerId, dueDate, description } = values;
    if (customerId === 0 || !isDay || cents <= 0 || isTooMuch) return;
    void run({ customerId, dueDate, value: cents, description }).then(
      (answer) => answer?.ok === true && onClose(),
    );
  };
  const maxValue = `${moneySign(language)} ${centsText(MAX_INVOICE_VALUE, language)}`;
  const wrong = (isRight: boolean, text: string): string | null =>
    isChecked && !isRight ? t(text, { money: maxValue }) : null;
  return (
    <Modal title={t('billing:new.title')} lead={t('billing:new.text')} busy={busy} onClose={onClose}>
      <DialogForm submit={t('billing:new.confirm')} busy={busy} onSubmit={submit} onCancel={onClose}>
        <CustomerField
          value={values.customerId}
          error={wrong(values.customerId > 0, 'billing:new.customerMissing')}
          onChange={(customerId) => set({ customerId })}
        />
        <TextInput
          label={t('billing:new.description')}
          maxLength={FIELD_LIMITS.invoice.description}
          value={values.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <DateField
          kind="date"
          label={t('billing:due')}
          value={values.dueDate}
          error={wrong(isDay, 'billing:new.dueWrong')}
          onChange={(dueDate) => set({ dueDate })}
        />
        <TextInput
          label={t('billing:new.value', { money: moneySign(language) })}
          inputMode="decimal"
          value={values.value}
          error={
            wrong(cents > 0, 'billing:new.valueMissing') ?? wrong(!isTooMuch, 'billing:new.valueTooMuch')
          }
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
        <DialogFailure text={failure === null ? null : failureText(failure)} />
      </DialogForm>
    </Modal>
  );
}

function useIssue() {
  const { billing } = useServices().extension;
  return useWrite((draft: NewInvoiceDraft, signal: AbortSignal) => billing.issue(draft, signal), {
    touches: BILLING_KEY,
  });
}

interface CustomerFieldProps {
  readonly value: number;
  readonly error: string | null;
  readonly onChange: (id: number) => void;
}

function CustomerField({ value, error, onChange }: CustomerFieldProps) {
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
        label={t('billing:customer')}
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
