import { z } from 'zod';
import {
  dayPlanBody,
  roadRouteBody,
  roadRouteChangeBody,
  routeTimesBody,
  savedPlanBody,
} from '../../schemas/road-routes.ts';
import { didInPath, made, removed, savedPlan } from '../audit-rules.ts';
import { count, day, flag, integers, text, word } from '../query-fields.ts';
import { at, defineRoutes, one } from '../route.ts';
import { narrowed } from './orders.ts';

const area = 'road routes';
/** Guests have none even where the standard edition gives every right to everybody: the handlers check that. */
const changed = { area, answer: one('RoadRouteDetail'), errors: [404, 409, 501, 502] } as const;

/** Routes of a company: the days of its vehicles. They have the rights of orders. */
export const ROAD_ROUTE_ROUTES = defineRoutes({
  'GET /routes': {
    area,
    summary: 'Routes in pages, by day: of the company of the caller and of companies below',
    access: 'orders.view',
    query: z.object({
      from: day('First day, included'),
      to: day('Last day, included'),
      deviceId: integers('Vehicles; all when not given'),
      text: text('Words of vehicle, driver or note'),
      sort: word(['time', 'vehicle'], 'time when not given'),
      descending: flag('Latest day, or last by name, first'),
      limit: count('Most of a page, at most 500; 50 when not given'),
      after: text('`next` of the page before'),
    }),
    answer: one('RoutePage'),
    errors: [400, 501, 502],
  },
  'GET /routes/comparison': {
    area,
    summary: 'Stops of routes as they were planned and as they went, in pages of routes',
    access: 'orders.view',
    query: z.object({
      from: day('First day, included'),
      to: day('Last day, included'),
      ...narrowed,
      text: text('Words of vehicle, driver, customer, reference or address'),
      sort: word(['time', 'vehicle'], 'time when not given'),
      descending: flag('Latest day, or last by name, first'),
      limit: count('Most routes of a page, at most 50; 10 when not given'),
      after: text('`next` of the page before'),
    }),
    answer: one('ComparisonPage'),
    errors: [400, 501, 502],
  },
  'GET /routes/:id/comparison': {
    area,
    summary: 'Stops of a route as they were planned and as they went',
    access: 'orders.view',
    answer: one('RouteComparison'),
    errors: [404, 501, 502],
  },
  'GET /routes/:id': {
    area,
    summary: 'A route with the orders of its stops as they are now',
    access: 'orders.view',
    answer: one('RoadRouteDetail'),
    errors: [404, 501, 502],
  },
  'GET /routes/:id/live': {
    area,
    summary: 'Arrivals and departures so far, and when the next stops are reached from where the vehicle is',
    access: 'orders.view',
    answer: one('LiveRoute'),
    errors: [404, 501, 502],
  },
  'POST /routes/times': {
    area,
    summary: 'Times of stops in an order, before they are saved; changes nothing',
    access: 'orders.view',
    body: routeTimesBody,
    answer: one('RouteTimes'),
    errors: [404, 501, 502],
  },
  'GET /routes/plan': {
    area,
    summary: 'Plan of a day that the caller had worked out last, and how far its search is',
    access: 'orders.create',
    answer: one('DayPlanAnswer'),
    errors: [501, 502],
  },
  'POST /routes/plan': {
    area,
    summary: 'Begins to work out which vehicle does which orders; an own plan before it ends',
    access: 'orders.create',
    body: dayPlanBody,
    answer: one('DayPlanAnswer'),
    errors: [404, 409, 501, 502],
  },
  'DELETE /routes/plan': {
    area,
    summary: 'Ends the search and forgets the plan',
    access: 'orders.create',
    errors: [501, 502],
  },
  'POST /routes/plan/save': {
    area,
    summary: 'Makes and changes all routes of the plan, or none; the second time it answers the same',
    access: 'orders.create',
    body: savedPlanBody,
    answer: at(201, one('DayPlanAnswer')),
    also: [one('DayPlanAnswer')],
    errors: [404, 409, 501, 502],
    audit: savedPlan,
  },
  'POST /routes': {
    ...changed,
    summary: 'Makes a route and assigns its orders to the vehicle',
    access: 'orders.create',
    body: roadRouteBody,
    audit: made('roadRoute'),
  },
  'PUT /routes/:id': {
    ...changed,
    summary: 'Changes a route; orders that leave it are assigned to nobody',
    access: 'orders.edit',
    body: roadRouteChangeBody,
    audit: didInPath('edit', 'roadRoute'),
  },
  'DELETE /routes/:id': {
    area,
    summary: 'Removes a route; its orders that nobody has begun are assigned to nobody',
    access: 'orders.delete',
    errors: [404, 409, 501, 502],
    audit: removed('roadRoute'),
  },
});
