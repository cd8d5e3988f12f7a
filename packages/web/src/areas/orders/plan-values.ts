import { FIELD_LIMITS } from '@rastro/fleet';
import { readCivilDate } from '@rastro/fleet/billing';
import type { OrderPlace, RoadOrder } from '@rastro/fleet/orders';
import type { DayPlanQuestion, PlanVehicle, RouteLine } from '@rastro/fleet/road-routes';
import { readNumber } from '../../i18n/number-text.ts';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';
import { isMoment, type Reader } from './route-values.ts';

/** Values of a plan as they are typed. */
export interface PlanValues {
  /** Departure and end of the shift of vehicles without a route, as forms store moments. */
  readonly beginsAt: string;
  readonly endsBy: string;
  readonly start: OrderPlace | null;
  readonly end: OrderPlace | null;
  readonly capacity: string;
  /** Vehicles that get a new route. */
  readonly deviceIds: readonly number[];
  /** Routes of the day that stay as they are. */
  readonly leftRoutes: readonly number[];
  /** Orders of the day that are not planned. */
  readonly leftOrders: readonly number[];
}

const DAY_CHARACTERS = 10;
export const dayOf = (moment: string): string => moment.slice(0, DAY_CHARACTERS);
export const planValues = (day: string): PlanValues => ({
  beginsAt: `${day}T08:00`,
  endsBy: `${day}T18:00`,
  start: null,
  end: null,
  capacity: '',
  deviceIds: [],
  leftRoutes: [],
  leftOrders: [],
});

/** Could an order be done on a day? Without a window on any. */
export const fitsDay =
  (day: string, zone: string) =>
  ({ from, to }: Pick<RoadOrder, 'from' | 'to'>): boolean => {
    const dayIn = (iso: string): string => dayOf(localTime(Date.parse(iso), zone));
    return (from === null || dayIn(from) <= day) && (to === null || dayIn(to) >= day);
  };

export interface Chosen {
  readonly orders: readonly RoadOrder[];
  readonly routes: readonly RouteLine[];
}
export type PlanProblem = 'noVehicle' | 'tooManyVehicles' | 'noOrder';
/** Why nothing can be planned; null = it can. */
export function planProblem({ deviceIds }: PlanValues, { orders, routes }: Chosen): PlanProblem | null {
  const vehicles = deviceIds.length + routes.length;
  if (vehicles === 0) return 'noVehicle';
  if (vehicles > FIELD_LIMITS.dayPlan.vehicles) return 'tooManyVehicles';
  return orders.length === 0 && routes.length === 0 ? 'noOrder' : null;
}

/** A plan as it is asked for. @throws {RangeError} The departure is no moment. */
export function planQuestion(
  values: PlanValues,
  { orders, routes }: Chosen,
  { zone, language }: Reader,
): DayPlanQuestion {
  const day = readCivilDate(dayOf(values.beginsAt));
  if (day === null) throw new RangeError(`Cannot plan: ${values.beginsAt} is no moment`);
  const iso = (text: string): string => new Date(momentOf(text, zone)).toISOString();
  const frame = {
    driverUniqueId: '',
    beginsAt: iso(values.beginsAt),
    endsBy: isMoment(values.endsBy, zone) ? iso(values.endsBy) : null,
    start: values.start,
    end: values.end,
    capacity: values.capacity.trim() === '' ? 0 : (readNumber(values.capacity, language) ?? 0),
  };
  const known = routes.map(({ id, deviceId }): PlanVehicle => ({ ...frame, routeId: id, deviceId }));
  const added = values.deviceIds.map((deviceId): PlanVehicle => ({ ...frame, routeId: 0, deviceId }));
  return { day, vehicles: [...known, ...added], orderIds: orders.map(({ id }) => id) };
}
