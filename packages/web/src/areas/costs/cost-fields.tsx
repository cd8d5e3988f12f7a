import { FIELD_LIMITS } from '@rastro/fleet';
import { readCivilDate } from '@rastro/fleet/billing';
import { COST_KINDS, COST_UNITS, MAX_COST_MONTHS, monthsOf, type CostLine } from '@rastro/fleet/costs';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { moneySign } from '../../i18n/number-text.ts';
import { DriverField } from '../../kernel/fleet/driver-field.tsx';
import { VehicleField } from '../../kernel/fleet/vehicle-field.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import type { CustomFieldProps, FieldTable } from '../../ui/fields/field-table.ts';
import { closedFor, closedIn } from './cost-question.ts';
import { centsIn, maybeNumberIn, momentIn, type CostReader, type CostValues } from './cost-values.ts';
import { DriverNote } from './driver-note.tsx';
import { ReceiptsField } from './receipts-field.tsx';
import { useClosedMonths } from './use-costs.ts';

type FieldsOf<V> = (values: V) => FieldTable<V>;

/** Fields of a line. @param line Null = a new one. */
export function useCostFields(reader: CostReader, line: CostLine | null): FieldsOf<CostValues> {
  const first = useAmountFields(reader);
  const days = useDayFields(reader, line);
  const further = useFurtherFields(reader, line === null);
  return (values) => ({ ...first(values), ...days(values), ...further(values) });
}

type AmountValues = Pick<CostValues, 'deviceId' | 'kind' | 'amount'>;
/** Vehicle, kind and amount: of a line, and of what comes again. */
export function useAmountFields({ language }: CostReader): FieldsOf<AmountValues> {
  const { t } = useTranslation('costs');
  return (values) => {
    const cents = centsIn(values.amount, language);
    return {
      deviceId: {
        kind: 'custom',
        label: t('costs:field.vehicle'),
        problem: values.deviceId === 0 && t('costs:form.vehicleMissing'),
        render: (props) => <VehicleField {...props} clear={t('costs:form.clearVehicle')} />,
      },
      kind: {
        kind: 'select',
        label: t('costs:field.kind'),
        options: COST_KINDS.map((value) => ({ value, label: t(`costs:kind.${value}`) })),
      },
      amount: {
        kind: 'text',
        label: t('costs:form.amount', { money: moneySign(language) }),
        hint: t('costs:form.amountHint'),
        required: t('costs:form.amountMissing'),
        problem:
          (cents === null && t('costs:form.amountWrong')) ||
          (cents === 0 && t('costs:form.amountMissing')) ||
          (Math.abs(cents ?? 0) > FIELD_LIMITS.cost.cents && t('costs:form.tooMuch')),
        input: { inputMode: 'text' },
      },
    };
  };
}

function useDayFields({ language }: CostReader, line: CostLine | null): FieldsOf<CostValues> {
  const { t } = useTranslation('costs');
  const months = useClosedMonths();
  // A new line is the reader's own.
  const closed = line === null ? months : closedFor(months, line);
  return ({ from, isSpread, to }) => {
    const first = readCivilDate(from);
    const last = isSpread ? readCivilDate(to) : first;
    const period = first !== null && last !== null && first <= last ? { from: first, to: last } : null;
    const month = period && closedIn(closed, period);
    const isLong = period !== null && monthsOf(period).length > MAX_COST_MONTHS;
    return {
      from: {
        kind: 'date',
        label: t(isSpread ? 'costs:form.firstDay' : 'costs:form.day'),
        problem:
          (first === null && t('costs:form.dayWrong')) ||
          (month !== null && t('costs:form.closed', { month: monthText(month, language) })),
      },
      time: {
        kind: 'text',
        label: t('costs:field.time'),
        hint: t('costs:form.timeHint'),
        isHidden: isSpread,
        input: { type: 'time' },
      },
      isSpread: {
        kind: 'switch',
        label: t('costs:form.spread'),
        hint: t('costs:form.spreadHint'),
      },
      to: {
        kind: 'date',
        label: t('costs:form.lastDay'),
        isHidden: !isSpread,
        problem:
          (last === null && t('costs:form.dayWrong')) ||
          (period === null && first !== null && t('costs:form.daysWrong')) ||
          (isLong && t('costs:form.tooLong')),
      },
    };
  };
}

function useFurtherFields({ language, unit, zone }: CostReader, isNew: boolean): FieldsOf<CostValues> {
  const { t } = useTranslation('costs');
  const { may } = useRights();
  const limits = FIELD_LIMITS.cost;
  const isWrong = (text: string, max: number): boolean => {
    const value = maybeNumberIn(text, language) ?? 0;
    return !(value >= 0 && value <= max);
  };
  return (values) => ({
    supplier: { kind: 'text', label: t('costs:field.supplier'), maxLength: limits.supplier },
    document: {
      kind: 'text',
      label: t('costs:field.document'),
      hint: t('costs:form.documentHint'),
      maxLength: limits.document,
    },
    quantity: {
      kind: 'text',
      label: t('costs:field.quantity'),
      problem: isWrong(values.quantity, limits.quantity) && t('costs:form.numberWrong'),
      input: { inputMode: 'decimal' },
    },
    unit: {
      kind: 'select',
      label: t('costs:form.unit'),
      isHidden: values.quantity.trim() === '',
      options: COST_UNITS.map((value) => ({ value, label: t(`costs:unit.${value}`) })),
    },
    odometer: {
      kind: 'text',
      label: t('costs:form.odometer', { unit }),
      problem: isWrong(values.odometer, limits.odometerKm) && t('costs:form.numberWrong'),
      input: { inputMode: 'decimal' },
    },
    engineHours: {
      kind: 'text',
      label: t('costs:field.engineHours'),
      problem: isWrong(values.engineHours, limits.engineHours) && t('costs:form.numberWrong'),
      input: { inputMode: 'decimal' },
    },
    driverUniqueId: {
      kind: 'custom',
      label: t('costs:field.driver'),
      isHidden: !may('drivers.view'),
      render: (props) => <CostDriver {...props} values={values} zone={zone} isNew={isNew} />,
    },
    note: { kind: 'longText', label: t('costs:field.note'), maxLength: limits.note },
    receipts: {
      kind: 'custom',
      label: t('costs:receipts.title'),
      hint: t('costs:receipts.hint'),
      isHidden: !isNew,
      render: (props) => <ReceiptsField {...props} />,
    },
  });
}

interface CostDriverProps extends CustomFieldProps<string> {
  readonly values: CostValues;
  readonly zone: string;
  readonly isNew: boolean;
}
/** Driver of a cost; of a fine, beside who drove at its minute. */
function CostDriver({ values, zone, isNew, ...props }: CostDriverProps) {
  const { t } = useTranslation('costs');
  const { kind, deviceId, isSpread } = values;
  const at = isSpread ? null : momentIn(values, zone);
  return (
    <>
      <DriverField {...props} placeholder={t('costs:form.noDriver')} />
      {kind === 'fines' && <DriverNote deviceId={deviceId} at={at} chosen={props.value} isNew={isNew} />}
    </>
  );
}
