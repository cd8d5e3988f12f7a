import { FIELD_LIMITS, measureOf } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { readAmount, readStart, type AmountContext } from './amounts.ts';
import type { MaintenanceValues } from './maintenance-values.ts';

/** Types that the form offers. Other types, made elsewhere, stay as they are. */
const OFFERED_TYPES = ['totalDistance', 'hours', 'serverTime'] as const;

/** The counted quantity, its start, the interval, and the notice before it is due. */
export function useMaintenanceFields(
  context: AmountContext,
): (values: MaintenanceValues) => FieldTable<MaintenanceValues> {
  const { t } = useTranslation('maintenances');
  return (values) => {
    const { type } = values;
    const measure = measureOf(type);
    const isDate = measure === 'date';
    const unit = measure === 'distance' ? context.unit : t(`maintenances:unit.${measure}`);
    const isStart = readStart(values.start, type, context) !== null;
    const amount = (name: 'period' | 'notice') => ({
      kind: 'text' as const,
      label: t(`maintenances:field.${name}`, { unit }),
      hint: t(`maintenances:${name}Hint`),
      problem: readAmount(values[name], type, context) === null && t('maintenances:problem.number'),
      input: AMOUNT,
    });
    return {
      name: {
        kind: 'text',
        label: t('maintenances:field.name'),
        required: t('maintenances:problem.required'),
        maxLength: FIELD_LIMITS.maintenance.name,
      },
      type: {
        kind: 'select',
        label: t('maintenances:field.type'),
        // Amounts of another type are in another unit.
        also: () => ({ start: '', period: '', notice: '' }),
        options: [
          ...OFFERED_TYPES.map((value) => ({ value, label: t(`maintenances:type.${value}`) })),
          // A type that was created elsewhere keeps its name.
          ...(OFFERED_TYPES.some((offered) => offered === type) ? [] : [{ value: type, label: type }]),
        ],
      },
      start: isDate
        ? {
            kind: 'date',
            label: t('maintenances:field.startDate'),
            hint: t('maintenances:startDateHint'),
            problem: !isStart && t('maintenances:problem.date'),
          }
        : {
            kind: 'text',
            label: t('maintenances:field.start', { unit }),
            hint: t('maintenances:startHint'),
            problem: !isStart && t('maintenances:problem.number'),
            input: AMOUNT,
          },
      period: amount('period'),
      notice: amount('notice'),
    };
  };
}

const AMOUNT = { inputMode: 'decimal', autoComplete: 'off' } as const;
