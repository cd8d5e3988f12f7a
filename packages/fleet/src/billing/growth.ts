import { addMonths, monthOf, type CivilDate, type CivilMonth } from './civil-date.ts';

export interface Change {
  readonly come: number;
  readonly gone: number;
}
export interface MonthOfGrowth {
  readonly month: CivilMonth;
  readonly customers: Change;
  readonly devices: Change;
}
/** Customers and devices that were added or removed, as daily checks found them. */
export interface Growth {
  /** Day of the first check: earlier changes, and those already present, are unknown. */
  readonly since: CivilDate;
  /** Oldest first; a month in which nothing changed is not among them. */
  readonly months: readonly MonthOfGrowth[];
}
/** Customers and devices present at a check. */
export interface Seen {
  readonly customers: readonly number[];
  readonly devices: readonly number[];
}

/** So many are shown. */
export const GROWTH_MONTHS = 12;
const NOTHING: Change = { come: 0, gone: 0 };

/** Growth after another check. @param before Null = this is the first one. */
export function stepGrowth(
  before: { readonly growth: Growth; readonly seen: Seen } | null,
  seen: Seen,
  today: CivilDate,
): Growth {
  if (before === null) return { since: today, months: [] };
  const { since, months } = before.growth;
  const month = monthOf(today);
  const customers = changeOf(before.seen.customers, seen.customers);
  const devices = changeOf(before.seen.devices, seen.devices);
  const recent = months.filter((each) => each.month > addMonths(month, -GROWTH_MONTHS));
  if (isNothing(customers) && isNothing(devices)) return { since, months: recent };
  const old = recent.find((each) => each.month === month);
  const next = {
    month,
    customers: sum(old?.customers ?? NOTHING, customers),
    devices: sum(old?.devices ?? NOTHING, devices),
  };
  const others = recent.filter((each) => each.month !== month);
  return { since, months: [...others, next].toSorted((a, b) => (a.month < b.month ? -1 : 1)) };
}

function changeOf(before: readonly number[], now: readonly number[]): Change {
  const [old, fresh] = [new Set(before), new Set(now)];
  return { come: fresh.difference(old).size, gone: old.difference(fresh).size };
}
const sum = (a: Change, b: Change): Change => ({ come: a.come + b.come, gone: a.gone + b.gone });
const isNothing = ({ come, gone }: Change): boolean => come === 0 && gone === 0;

/** The last twelve months, oldest first; null = before the first check. */
export const monthsOfGrowth = (
  { since, months }: Growth,
  today: CivilDate,
): readonly { readonly month: CivilMonth; readonly change: MonthOfGrowth | null }[] =>
  Array.from({ length: GROWTH_MONTHS }, (_, i) => {
    const month = addMonths(monthOf(today), i + 1 - GROWTH_MONTHS);
    const known = months.find((each) => each.month === month);
    const none = { month, customers: NOTHING, devices: NOTHING };
    return { month, change: month < monthOf(since) ? null : (known ?? none) };
  });
