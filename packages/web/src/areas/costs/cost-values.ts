import { distanceIn, metresFrom, type DistanceUnit, type Language } from '@rastro/fleet';
import { readCivilDate, type CivilDate } from '@rastro/fleet/billing';
import type { CostContent, CostKind, CostUnit } from '@rastro/fleet/costs';
import { centsText, numberText, ownSigns, readNumber } from '../../i18n/number-text.ts';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';
import type { NewReceipt } from './receipt-files.ts';

/** Values of a line as they are typed. */
export interface CostValues {
  readonly deviceId: number;
  readonly kind: CostKind;
  readonly amount: string;
  readonly from: string;
  /** HH:MM; blank = only the day is known. */
  readonly time: string;
  readonly isSpread: boolean;
  readonly to: string;
  readonly supplier: string;
  readonly document: string;
  readonly quantity: string;
  readonly unit: CostUnit;
  readonly odometer: string;
  readonly engineHours: string;
  readonly driverUniqueId: string;
  readonly note: string;
  /** Chosen for a new line. */
  readonly receipts: readonly NewReceipt[];
}
export interface CostReader {
  readonly language: Language;
  readonly unit: DistanceUnit;
  readonly zone: string;
}
const QUANTITY_DIGITS = 3;

/** Cents of an amount as it is typed; null = it is none. */
export function centsIn(text: string, language: Language): number | null {
  const amount = readNumber(text, language, ownSigns.money(language));
  return amount === null ? null : Math.round(amount * 100);
}
/** As it is typed; a credit note has a minus. */
export const amountText = (cents: number | undefined, language: Language): string =>
  cents === undefined ? '' : `${cents < 0 ? '-' : ''}${centsText(Math.abs(cents), language)}`;

/** A number of a field that may be left blank. NaN = it is none. */
export const maybeNumberIn = (text: string, language: Language): number | null =>
  text.trim() === '' ? null : (readNumber(text, language) ?? Number.NaN);

export function valuesOf(
  draft: Partial<CostContent> & Pick<CostContent, 'from' | 'to'>,
  { language, unit, zone }: CostReader,
): CostValues {
  const shown = (value: number | null | undefined, digits: number): string =>
    value === null || value === undefined || value === 0 ? '' : numberText(value, language, digits);
  const { odometerKm = null } = draft;
  return {
    deviceId: draft.deviceId ?? 0,
    kind: draft.kind ?? 'fuel',
    amount: amountText(draft.cents, language),
    from: draft.from,
    time: timeText(draft.at, zone),
    isSpread: draft.from !== draft.to,
    to: draft.to,
    supplier: draft.supplier ?? '',
    document: draft.document ?? '',
    quantity: shown(draft.quantity, QUANTITY_DIGITS),
    unit: draft.unit ?? 'liter',
    odometer: shown(odometerKm === null ? null : distanceIn(metresFrom(odometerKm, 'km'), unit), 1),
    engineHours: shown(draft.engineHours, 1),
    driverUniqueId: draft.driverUniqueId ?? '',
    note: draft.note ?? '',
    receipts: [],
  };
}

const timeText = (at: string | null | undefined, zone: string): string =>
  at == null ? '' : (localTime(Date.parse(at), zone).split('T')[1] ?? '');
/** Moment of a line; null = it has no time. */
export function momentIn({ from, time }: Pick<CostValues, 'from' | 'time'>, zone: string): number | null {
  const at = time === '' ? Number.NaN : momentOf(`${from}T${time}`, zone);
  return Number.isNaN(at) ? null : at;
}

/**
 * The line as it is sent; only what was checked.
 * @param before The second of a line stays while its minute does.
 */
export function writtenCost(
  values: CostValues,
  { language, unit, zone }: CostReader,
  before: Partial<CostContent>,
): CostContent {
  const { deviceId, kind, isSpread, driverUniqueId } = values;
  const from = dayIn(values.from);
  const quantity = maybeNumberIn(values.quantity, language) ?? 0;
  const odometer = maybeNumberIn(values.odometer, language);
  const at = isSpread ? null : momentIn(values, zone);
  const isSameTime = !isSpread && before.from === from && timeText(before.at, zone) === values.time;
  return {
    deviceId,
    kind,
    cents: centsIn(values.amount, language) ?? 0,
    from,
    to: isSpread ? dayIn(values.to) : from,
    at: isSameTime ? (before.at ?? null) : at === null ? null : new Date(at).toISOString(),
    quantity,
    unit: quantity > 0 ? values.unit : null,
    odometerKm: odometer === null ? null : metresFrom(odometer, unit) / metresFrom(1, 'km'),
    engineHours: maybeNumberIn(values.engineHours, language),
    supplier: values.supplier.trim(),
    document: values.document.trim(),
    driverUniqueId,
    note: values.note.trim(),
  };
}
function dayIn(text: string): CivilDate {
  const day = readCivilDate(text);
  if (day === null) throw new Error(`${text} was not checked`);
  return day;
}
