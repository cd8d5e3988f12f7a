import { attributeName, MAINTENANCE_ATTRIBUTES, type Maintenance } from '@rastro/fleet';
import { attributeDrafts, attributesOf, type AttributeDraft } from '../../ui/attributes-field.tsx';
import { amountText, readAmount, readStart, startText, type AmountContext } from './amounts.ts';

/** Values of the fields, as typed. */
export interface MaintenanceValues {
  readonly name: string;
  readonly type: string;
  readonly start: string;
  readonly period: string;
  readonly notice: string;
  readonly attributes: readonly AttributeDraft[];
}

const noticeName = ({ brand }: AmountContext): string => attributeName(brand, MAINTENANCE_ATTRIBUTES.notice);
const noticeOf = ({ attributes }: Maintenance, context: AmountContext): number => {
  const notice = attributes[noticeName(context)];
  return typeof notice === 'number' ? notice : 0;
};

export function maintenanceValues(maintenance: Maintenance, context: AmountContext): MaintenanceValues {
  const { name, type, start, period, attributes } = maintenance;
  return {
    name,
    type,
    start: startText(start, type, context),
    period: amountText(period, type, context),
    notice: amountText(noticeOf(maintenance, context), type, context),
    attributes: attributeDrafts(attributes, new Set([noticeName(context)])),
  };
}

/** The maintenance as it is written. Untouched fields keep their exact value, whatever the units. */
export function changedMaintenance(
  maintenance: Maintenance,
  values: MaintenanceValues,
  context: AmountContext,
): Maintenance {
  const { type } = values;
  const before = maintenanceValues(maintenance, context);
  const isSame = (field: 'start' | 'period' | 'notice'): boolean =>
    type === before.type && values[field] === before[field];
  const notice = isSame('notice')
    ? noticeOf(maintenance, context)
    : (readAmount(values.notice, type, context) ?? 0);
  return {
    ...maintenance,
    name: values.name.trim(),
    type,
    start: isSame('start') ? maintenance.start : (readStart(values.start, type, context) ?? 0),
    period: isSame('period') ? maintenance.period : (readAmount(values.period, type, context) ?? 0),
    attributes: {
      ...attributesOf(values.attributes),
      ...(notice > 0 ? { [noticeName(context)]: notice } : {}),
    },
  };
}
