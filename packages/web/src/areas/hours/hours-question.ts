import { foldText } from '@rastro/fleet';
import { readCivilMonth, type CivilMonth } from '@rastro/fleet/billing';
import { ACTIVITY_KINDS, type ActivityKind, type DriverHours } from '@rastro/fleet/working-hours';

export const HOURS_SORTS = ['name', 'left', 'breaches', 'state'] as const;
export type HoursSort = (typeof HOURS_SORTS)[number];
/** `unknown` = nothing is known of the driver. */
export const HOURS_STATES = [...ACTIVITY_KINDS, 'unknown'] as const;
export type HoursState = ActivityKind | 'unknown';

/** Query of the address. */
export interface HoursView {
  readonly text: string;
  /** Null = any. */
  readonly state: HoursState | null;
  readonly sort: HoursSort;
  readonly isDown: boolean;
}

export function readHoursView(search: URLSearchParams): HoursView {
  const asked = search.get('sort') ?? '';
  return {
    text: search.get('q') ?? '',
    state: HOURS_STATES.find((state) => state === search.get('state')) ?? null,
    sort: HOURS_SORTS.find((sort) => sort === asked.replace('-', '')) ?? 'name',
    isDown: asked.startsWith('-'),
  };
}

/** The server pages by name: for another order, or one state, all drivers have to be read first. */
export const isOfAll = ({ state, sort, isDown }: HoursView): boolean =>
  state !== null || sort !== 'name' || isDown;

export const stateOf = ({ state }: DriverHours): HoursState => state ?? 'unknown';

/** Drivers in the order of the view; whom no rule limits, or of whom nothing is known, come last. */
export function orderedHours(drivers: readonly DriverHours[], view: HoursView): readonly DriverHours[] {
  const { state, sort, isDown } = view;
  const sign = isDown ? -1 : 1;
  const byName = (a: DriverHours, b: DriverHours): number =>
    foldText(a.driverName).localeCompare(foldText(b.driverName)) || a.driverId - b.driverId;
  const found = drivers.filter((each) => state === null || stateOf(each) === state);
  if (sort === 'name') return isDown ? found.toSorted((a, b) => byName(b, a)) : found;
  const order = {
    left: (a: DriverHours, b: DriverHours) =>
      a.left === null || b.left === null
        ? Number(a.left === null) - Number(b.left === null)
        : sign * (a.left.ms - b.left.ms),
    breaches: (a: DriverHours, b: DriverHours) => sign * (a.breaches - b.breaches),
    state: (a: DriverHours, b: DriverHours) =>
      sign * (HOURS_STATES.indexOf(stateOf(a)) - HOURS_STATES.indexOf(stateOf(b))),
  }[sort];
  return found.toSorted((a, b) => order(a, b) || byName(a, b));
}

export const MONTH_VIEWS = ['days', 'table'] as const;
export type MonthView = (typeof MONTH_VIEWS)[number];
export const readMonthView = (search: URLSearchParams): MonthView =>
  MONTH_VIEWS.find((view) => view === search.get('view')) ?? 'days';
export const readMonth = (search: URLSearchParams): CivilMonth | null =>
  readCivilMonth(search.get('month') ?? '');
