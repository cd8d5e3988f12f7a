import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import type { RoadRoute } from '../road-routes/road-route.ts';
import { ROAD_ROUTE_ANSWERS } from './answers/road-routes.ts';
import { day, ignoring, instant, optionalText, reference } from './fields.ts';
import { orderPlace } from './orders.ts';

const limits = FIELD_LIMITS.roadRoute;
const orderIds = z
  .array(z.int().positive())
  .max(limits.stops)
  .refine((ids) => new Set(ids).size === ids.length, 'has an order twice')
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
export const roadRouteBody = z.strictObject(content).meta({ title: 'RoadRouteBody' });
export type RoadRouteBody = z.output<typeof roadRouteBody>;

/** A change of a route, with the version that it began from. */
export const roadRouteChangeBody = ignoring(
  ['id'],
  z.strictObject({ ...content, version: z.int().positive() }),
).meta({ title: 'RoadRouteChange' });

/** Stops whose times are asked for before they are saved. */
export const routeTimesBody = z.strictObject(frame).meta({ title: 'RouteTimesBody' });
export type RouteTimesBody = z.output<typeof routeTimesBody>;

/** A route as the extension stores it: all but the id and the version, which its document has. */
const storedRoute = ROAD_ROUTE_ANSWERS.RoadRoute.omit({ id: true, version: true });
export type StoredRoute = Omit<RoadRoute, 'id' | 'version'>;
export const readStoredRoute = (body: unknown): StoredRoute => storedRoute.parse(body);
