import type { CivilMonth } from '../billing/civil-date.ts';
import type { CostKind, CostLine, CostPeriod } from './cost-line.ts';
import { centsWithin, monthsOf, periodOf } from './spread.ts';

type Summed = Pick<CostLine, 'kind' | 'deviceId' | 'driverUniqueId' | 'cents' | 'from' | 'to'>;
/** Part of a line in a month. */
export interface CostPart {
  readonly month: CivilMonth;
  readonly kind: CostKind;
  readonly deviceId: number;
  readonly driverUniqueId: string;
  readonly cents: number;
}

/** Lines by months, as far as they belong to the days of a period. */
export const costParts = (lines: readonly Summed[], period: CostPeriod): readonly CostPart[] =>
  lines.flatMap((line) =>
    monthsOf(line)
      .filter((month) => period.from <= periodOf(month).to && periodOf(month).from <= period.to)
      .map((month) => ({
        month,
        kind: line.kind,
        deviceId: line.deviceId,
        driverUniqueId: line.driverUniqueId,
        cents: centsWithin(line, inside(periodOf(month), period)),
      })),
  );
const inside = (month: CostPeriod, period: CostPeriod): CostPeriod => ({
  from: month.from > period.from ? month.from : period.from,
  to: month.to < period.to ? month.to : period.to,
});

/**
 * Adds up cents by month, kind, vehicle, driver or group.
 * @param keysOf What a part counts for: several, such as a group and those above it, or nothing.
 */
export function costsBy<P extends { readonly cents: number }, K>(
  parts: readonly P[],
  keysOf: (part: P) => readonly K[],
): ReadonlyMap<K, number> {
  const sums = new Map<K, number>();
  for (const part of parts)
    for (const key of new Set(keysOf(part))) sums.set(key, (sums.get(key) ?? 0) + part.cents);
  return sums;
}

/** Cents per unit of what was driven, not rounded; null = nothing was driven. */
export const costPer = (cents: number, units: number): number | null => (units > 0 ? cents / units : null);
