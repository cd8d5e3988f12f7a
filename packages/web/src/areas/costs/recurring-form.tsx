import { FIELD_LIMITS } from '@rastro/fleet';
import { readCivilDate } from '@rastro/fleet/billing';
import { MAX_COST_MONTHS, type RecurringContent, type RecurringCost } from '@rastro/fleet/costs';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { useAmountFields } from './cost-fields.tsx';
import { amountText, centsIn, type CostReader, type CostValues } from './cost-values.ts';
import { COSTS_KEY, useToday } from './use-costs.ts';
import { useCostReader } from './use-cost-reader.ts';

/** Values as they are typed. */
interface Values extends Pick<CostValues, 'deviceId' | 'kind' | 'amount' | 'supplier' | 'note' | 'isSpread'> {
  readonly first: string;
  readonly everyMonths: string;
  readonly last: string;
}
interface RecurringFormProps {
  /** Null = a new one. */
  readonly cost: RecurringCost | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A cost that comes again. */
export function RecurringForm({ cost, onDone, onClose }: RecurringFormProps) {
  const { t } = useTranslation('costs');
  const { costs } = useServices().extension;
  const reader = useCostReader();
  const today = useToday();
  const fields = useFields(reader);
  const form = useSendForm<Values, RecurringCost>({
    initial: {
      deviceId: cost?.deviceId ?? 0,
      kind: cost?.kind ?? 'lease',
      amount: amountText(cost?.cents, reader.language),
      first: cost?.first ?? today,
      everyMonths: String(cost?.everyMonths ?? 1),
      last: cost?.last ?? '',
      isSpread: cost?.isSpread ?? false,
      supplier: cost?.supplier ?? '',
      note: cost?.note ?? '',
    },
    fields,
    write: (values, signal) => {
      const written = { ...writtenRecurring(values, reader), first: readCivilDate(values.first) ?? today };
      return cost === null
        ? costs.makeRecurring(written, signal)
        : costs.changeRecurring(cost.id, { ...written, version: cost.version }, signal);
    },
    touches: COSTS_KEY,
    onDone,
  });
  return (
    <FormDialog
      form={form}
      title={t(cost === null ? 'costs:recurring.new' : 'costs:recurring.edit')}
      lead={t(cost === null ? 'costs:recurring.lead' : 'costs:recurring.editLead')}
      submit={t('costs:form.save')}
      onClose={onClose}
    />
  );
}

const writtenRecurring = (values: Values, { language }: CostReader): Omit<RecurringContent, 'first'> => ({
  deviceId: values.deviceId,
  kind: values.kind,
  cents: centsIn(values.amount, language) ?? 0,
  everyMonths: Number(values.everyMonths),
  last: readCivilDate(values.last),
  isSpread: values.isSpread,
  supplier: values.supplier.trim(),
  note: values.note.trim(),
});

function useFields(reader: CostReader): (values: Values) => FieldTable<Values> {
  const { t } = useTranslation('costs');
  const amounts = useAmountFields(reader);
  const limits = FIELD_LIMITS.cost;
  return (values) => {
    const { first, last, everyMonths } = values;
    const months = /^\d{1,2}$/.test(everyMonths.trim()) ? Number(everyMonths) : 0;
    return {
      ...amounts(values),
      first: {
        kind: 'date',
        label: t('costs:recurring.first'),
        hint: t('costs:recurring.firstHint'),
        problem: readCivilDate(first) === null && t('costs:form.dayWrong'),
      },
      everyMonths: {
        kind: 'text',
        label: t('costs:recurring.everyMonths'),
        problem: (months < 1 || months > MAX_COST_MONTHS) && t('costs:recurring.monthsWrong'),
        input: { inputMode: 'numeric' },
      },
      last: {
        kind: 'date',
        label: t('costs:recurring.last'),
        problem:
          last !== '' &&
          ((readCivilDate(last) === null && t('costs:form.dayWrong')) ||
            (last < first && t('costs:form.daysWrong'))),
      },
      isSpread: { kind: 'switch', label: t('costs:form.spread'), hint: t('costs:recurring.spreadHint') },
      supplier: { kind: 'text', label: t('costs:field.supplier'), maxLength: limits.supplier },
      note: { kind: 'longText', label: t('costs:field.note'), maxLength: limits.note },
    };
  };
}
