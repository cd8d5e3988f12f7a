import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import type { DayPlan } from '../road-routes/day-plan.ts';
import type { RoadRoute } from '../road-routes/road-route.ts';
import type { RouteVisits } from '../stop-visits/index.ts';
import { ROAD_ROUTE_ANSWERS } from './answers/road-routes.ts';
import { day, ignoring, instant, optionalText, reference } from './fields.ts';
import { orderPlace, requestId } from './orders.ts';

const limits = FIELD_LIMITS.roadRoute;
const orderIds = z
  .array(z.int().positive())
  .max(limits.stops)
  .refine(isOnce, 'has an order twice')
  .default([]);
/** The part that times depend on. */
const frame = {
  beginsAt: instant()
    .refine((at) => at !== null, 'is missing')
    .transform((at) => at ?? ''),
  start: orderPlace.nullable().default(null),
  end: orderPlace.nullable().default(null),
  orderIds,
};
const content = {
  day: day(),
  deviceId: reference().refine((id) => id > 0, 'is missing'),
  driverUniqueId: optionalText(FIELD_LIMITS.driver.uniqueId)
    .transform((value) => value ?? '')
    .default(''),
  capacity: z.number().min(0).max(limits.capacity).default(0),
  note: optionalText(limits.note)
    .transform((value) => value ?? '')
    .default(''),
  ...frame,
};
/** A new route. */
export const roadRouteBody = z.strictObject({ ...content, requestId }).meta({ title: 'RoadRouteBody' });
export type RoadRouteBody = Omit<z.output<typeof roadRouteBody>, 'requestId'>;

/** A change of a route, with the version that it began from. */
export const roadRouteChangeBody = ignoring(
  ['id'],
  z.strictObject({ ...content, version: z.int().positive() }),
).meta({ title: 'RoadRouteChange' });

/** Stops whose times are asked for before they are saved. */
export const routeTimesBody = z.strictObject(frame).meta({ title: 'RouteTimesBody' });
export type RouteTimesBody = z.output<typeof routeTimesBody>;

const planLimits = FIELD_LIMITS.dayPlan;
const { day: planDay, deviceId: _, driverUniqueId, capacity } = content;
const planVehicle = z.strictObject({
  routeId: reference(),
  deviceId: reference(),
  driverUniqueId,
  beginsAt: frame.beginsAt,
  endsBy: instant(),
  start: frame.start,
  end: frame.end,
  capacity,
});
/** Orders and vehicles of a day, to be planned. */
export const dayPlanBody = z
  .strictObject({
    day: planDay,
    vehicles: z
      .array(
        planVehicle.refine(
          ({ routeId, deviceId }) => routeId > 0 || deviceId > 0,
          'has neither route nor vehicle',
        ),
      )
      .min(1)
      .max(planLimits.vehicles)
      .refine((all) => isOnce(all.map(({ deviceId }) => deviceId)), 'has a vehicle twice')
      .refine((all) => isOnce(all.map(({ routeId }) => routeId)), 'has a route twice'),
    orderIds: z
      .array(z.int().positive())
      .max(planLimits.orders)
      .refine(isOnce, 'has an order twice')
      .default([]),
  })
  .meta({ title: 'DayPlanBody' });
export type DayPlanBody = z.output<typeof dayPlanBody>;
/** The plan that was looked at. */
export const savedPlanBody = z
  .strictObject({ id: z.string().min(1).max(64) })
  .meta({ title: 'SavedPlanBody' });

/** 0 = none, which may be there several times. */
function isOnce(ids: readonly number[]): boolean {
  const some = ids.filter((id) => id > 0);
  return new Set(some).size === some.length;
}

/** A plan as the extension stores it. */
const storedPlan = z.object({
  plan: ROAD_ROUTE_ANSWERS.DayPlan,
  /** Last sign of the search, milliseconds since 1970. */
  at: z.number(),
  orderIds: z.array(z.int()),
});
export interface StoredDayPlan {
  readonly plan: DayPlan;
  readonly at: number;
  readonly orderIds: readonly number[];
}
export const readStoredPlan = (body: unknown): StoredDayPlan => storedPlan.parse(body);

const placeRecord = z.object({
  at: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  kmh: z.number(),
  ignition: z.boolean().nullable(),
  accuracyM: z.number(),
});
const stopVisit = z.object({
  inside: z.object({ since: z.number(), last: z.number() }).nullable(),
  standing: z.object({ since: z.number(), count: z.number() }).nullable(),
  arrivedAt: z.number().nullable(),
  leftAt: z.number().nullable(),
  outside: z.number(),
});
const visits = z.object({
  last: placeRecord.nullable(),
  jumps: z.number(),
  stops: z.record(z.string(), stopVisit),
});
const storedVisits = z.object({
  /** Last position of the vehicle that was looked at. */
  positionId: z.number(),
  visits,
  beforeGap: visits.nullable().default(null),
});
export interface StoredVisits {
  readonly positionId: number;
  readonly visits: RouteVisits;
  /** Visits before a gap whose records may still come; null = there was none lately. */
  readonly beforeGap: RouteVisits | null;
}
export const readStoredVisits = (body: unknown): StoredVisits => storedVisits.parse(body);

/** A route as the extension stores it: all but the id and the version, which its document has. */
const storedRoute = ROAD_ROUTE_ANSWERS.RoadRoute.omit({ id: true, version: true });
export type StoredRoute = Omit<RoadRoute, 'id' | 'version'>;
export const readStoredRoute = (body: unknown): StoredRoute => storedRoute.parse(body);
