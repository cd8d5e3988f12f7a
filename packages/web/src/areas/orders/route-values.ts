import { matchLanguage, FIELD_LIMITS, type Language } from '@rastro/fleet';
import { readCivilDate } from '@rastro/fleet/billing';
import type { OrderPlace, RoadOrder } from '@rastro/fleet/orders';
import type { RoadRouteDetail } from '@rastro/fleet/road-routes';
import type { RouteTimesQuestion, RouteWrite } from '@rastro/tracking-client';
import { numberText, readNumber } from '../../i18n/number-text.ts';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';

/** Values of a route as they are typed. */
export interface RouteValues {
  readonly deviceId: number;
  readonly driverUniqueId: string;
  /** As forms store moments. */
  readonly beginsAt: string;
  readonly start: OrderPlace | null;
  readonly end: OrderPlace | null;
  readonly capacity: string;
  readonly note: string;
  /** Orders in the order of the stops. */
  readonly orders: readonly RoadOrder[];
}
export interface Reader {
  readonly zone: string;
  readonly language: Language;
}
export const languageOf = (name: string): Language => matchLanguage(name) ?? 'en';

const DAY_CHARACTERS = 10;
const USUAL_BEGIN = 'T08:00';

/** @param day Of a new one, YYYY-MM-DD. */
export function routeValues(
  route: RoadRouteDetail | null,
  day: string,
  { zone, language }: Reader,
): RouteValues {
  return {
    deviceId: route?.deviceId ?? 0,
    driverUniqueId: route?.driverUniqueId ?? '',
    beginsAt: route === null ? `${day}${USUAL_BEGIN}` : localTime(Date.parse(route.beginsAt), zone),
    start: route?.start ?? null,
    end: route?.end ?? null,
    capacity: route === null || route.capacity === 0 ? '' : numberText(route.capacity, language, 3),
    note: route?.note ?? '',
    orders: route?.orders ?? [],
  };
}

export const isMoment = (text: string, zone: string): boolean => !Number.isNaN(momentOf(text, zone));
export function isWrongCapacity(text: string, language: Language): boolean {
  const capacity = text.trim() === '' ? 0 : readNumber(text, language);
  return capacity === null || capacity < 0 || capacity > FIELD_LIMITS.roadRoute.capacity;
}

/** Null = the departure is not finished. */
export function timesQuestion(
  { beginsAt, start, end, orders }: RouteValues,
  { zone }: Reader,
): RouteTimesQuestion | null {
  if (beginsAt === '' || !isMoment(beginsAt, zone)) return null;
  return {
    beginsAt: new Date(momentOf(beginsAt, zone)).toISOString(),
    start,
    end,
    orderIds: orders.map(({ id }) => id),
  };
}

/** A route as it is sent: its day is that of its departure. @throws {RangeError} The departure is no moment. */
export function writtenRoute(values: RouteValues, { zone, language }: Reader): RouteWrite {
  const { deviceId, driverUniqueId, beginsAt, start, end, capacity, note, orders } = values;
  const day = readCivilDate(beginsAt.slice(0, DAY_CHARACTERS));
  if (day === null) throw new RangeError(`Cannot plan a route: ${beginsAt} is no moment`);
  return {
    day,
    deviceId,
    driverUniqueId,
    beginsAt: new Date(momentOf(beginsAt, zone)).toISOString(),
    start,
    end,
    capacity: capacity.trim() === '' ? 0 : (readNumber(capacity, language) ?? 0),
    note: note.trim(),
    orderIds: orders.map(({ id }) => id),
  };
}

/** A list with one of its members somewhere else. */
export function movedTo<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const [moved, ...rest] = [list[from], ...list.slice(0, from), ...list.slice(from + 1)];
  if (moved === undefined) return list;
  return [...rest.slice(0, to), moved, ...rest.slice(to)].filter((each) => each !== undefined);
}
