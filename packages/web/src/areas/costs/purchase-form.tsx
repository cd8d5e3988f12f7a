import { FIELD_LIMITS } from '@rastro/fleet';
import { readCivilDate } from '@rastro/fleet/billing';
import { MAX_PLANNED_MONTHS, type VehiclePurchase } from '@rastro/fleet/costs';
import { useTranslation } from 'react-i18next';
import { moneySign } from '../../i18n/number-text.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { amountText, centsIn, type CostReader } from './cost-values.ts';
import { COSTS_KEY, useToday } from './use-costs.ts';
import { useCostReader } from './use-cost-reader.ts';

/** Values as they are typed. */
interface Values {
  readonly day: string;
  readonly price: string;
  readonly months: string;
  readonly residual: string;
  readonly isSold: boolean;
  readonly saleDay: string;
  readonly salePrice: string;
}
interface PurchaseFormProps {
  readonly deviceId: number;
  /** Of the vehicle. */
  readonly name: string;
  /** Null = none is known yet. */
  readonly purchase: VehiclePurchase | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}
/** Five years, as fleets plan. */
const USUAL_MONTHS = '60';

/** Price of a vehicle, and what is planned for it; what was typed stays when it cannot be saved. */
export function PurchaseForm({ deviceId, name, purchase, onDone, onClose }: PurchaseFormProps) {
  const { t } = useTranslation('costs');
  const { costs } = useServices().extension;
  const reader = useCostReader();
  const today = useToday();
  const { language } = reader;
  const sale = purchase?.sale ?? null;
  const form = useSendForm<Values, VehiclePurchase>({
    initial: {
      day: purchase?.day ?? today,
      price: amountText(purchase?.cents, language),
      months: purchase === null ? USUAL_MONTHS : String(purchase.months),
      residual: amountText(purchase?.residualCents, language),
      isSold: sale !== null,
      saleDay: sale?.day ?? today,
      salePrice: amountText(sale?.cents, language),
    },
    fields: useFields(reader),
    write: (values, signal) =>
      costs.writePurchase(
        deviceId,
        {
          version: purchase?.version ?? 0,
          ownerId: purchase?.ownerId ?? null,
          day: readCivilDate(values.day) ?? today,
          cents: centsIn(values.price, language) ?? 0,
          months: Number(values.months),
          residualCents: centsIn(values.residual, language) ?? 0,
          sale: values.isSold
            ? {
                day: readCivilDate(values.saleDay) ?? today,
                cents: centsIn(values.salePrice, language) ?? 0,
              }
            : null,
        },
        signal,
      ),
    touches: COSTS_KEY,
    onDone,
  });
  return (
    <FormDialog
      form={form}
      title={t('costs:ownership.edit', { name })}
      lead={t('costs:ownership.editLead')}
      submit={t('costs:form.save')}
      onClose={onClose}
    />
  );
}

function useFields({ language }: CostReader): (values: Values) => FieldTable<Values> {
  const { t } = useTranslation('costs');
  const money = moneySign(language);
  const amountProblem = (text: string, least: number): string | false => {
    const cents = centsIn(text, language);
    if (cents === null) return t('costs:form.amountWrong');
    if (cents < least) return least > 0 ? t('costs:budgets.amountPositive') : t('costs:form.amountWrong');
    return cents > FIELD_LIMITS.cost.cents && t('costs:form.tooMuch');
  };
  return ({ day, price, months, residual, isSold, saleDay, salePrice }) => {
    const planned = /^\d{1,3}$/.test(months.trim()) ? Number(months) : 0;
    const isMore = (centsIn(residual, language) ?? 0) > (centsIn(price, language) ?? 0);
    return {
      day: {
        kind: 'date',
        label: t('costs:ownership.field.day'),
        problem: readCivilDate(day) === null && t('costs:form.dayWrong'),
      },
      price: {
        kind: 'text',
        label: t('costs:ownership.form.price', { money }),
        required: t('costs:form.amountMissing'),
        problem: amountProblem(price, 1),
        input: { inputMode: 'decimal' },
      },
      months: {
        kind: 'text',
        label: t('costs:ownership.form.months'),
        problem: (planned < 1 || planned > MAX_PLANNED_MONTHS) && t('costs:ownership.monthsWrong'),
        input: { inputMode: 'numeric' },
      },
      residual: {
        kind: 'text',
        label: t('costs:ownership.form.residual', { money }),
        hint: t('costs:ownership.residualHint'),
        required: t('costs:form.amountMissing'),
        problem: amountProblem(residual, 0) || (isMore && t('costs:ownership.residualWrong')),
        input: { inputMode: 'decimal' },
      },
      isSold: { kind: 'switch', label: t('costs:ownership.form.isSold') },
      saleDay: {
        kind: 'date',
        label: t('costs:ownership.field.saleDay'),
        isHidden: !isSold,
        problem:
          (readCivilDate(saleDay) === null && t('costs:form.dayWrong')) ||
          (saleDay < day && t('costs:ownership.saleWrong')),
      },
      salePrice: {
        kind: 'text',
        label: t('costs:ownership.form.salePrice', { money }),
        isHidden: !isSold,
        required: t('costs:form.amountMissing'),
        problem: amountProblem(salePrice, 0),
        input: { inputMode: 'decimal' },
      },
    };
  };
}
