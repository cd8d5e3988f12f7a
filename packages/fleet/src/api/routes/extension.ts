import { z } from 'zod';
import { acknowledgeBody } from '../../schemas/acknowledged-events.ts';
import { count, flag, instant, integer, text } from '../query-fields.ts';
import { defineRoutes, nothing, one } from '../route.ts';
import { BILLING_ROUTES } from './billing.ts';
import { COACHING_ROUTES } from './coaching.ts';
import { LAYOUT_ROUTES } from './layouts.ts';
import { QR_ROUTES } from './qr-driver.ts';
import { COST_ROUTES } from './costs.ts';
import { DRIVER_STOP_ROUTES } from './driver-stops.ts';
import { INSPECTION_ROUTES } from './inspections.ts';
import { ORDER_ROUTES } from './orders.ts';
import { ROAD_ROUTE_ROUTES } from './road-routes.ts';
import { HOURS_ROUTES } from './working-hours.ts';
import { BRAND_ROUTES } from './brands.ts';
import { INTEGRATION_ROUTES } from './integrations.ts';
import { RESELLER_ROUTES } from './resellers.ts';
import { STOCK_ROUTES } from './stock.ts';
import { ARRIVAL_ROUTES } from './arrivals.ts';
import { CUSTOMER_MESSAGE_ROUTES } from './customer-messages.ts';
import { WALL_ROUTES } from './walls.ts';
import { DATA_SUBJECT_ROUTES } from './data-subjects.ts';
import { ACCESS_LOG_ROUTES } from './access-log.ts';

const area = 'extension';

/** Filters of a log. */
const logQuery = z.object({
  from: instant('Begin, included; a week ago when not given'),
  to: instant('End, included; now when not given'),
  userId: integer('Who did it'),
  objectType: text('Kind of what it was done to'),
  objectId: integer('To what it was done'),
  actionType: text('Kind of act'),
  text: text('Words that occur in it'),
  oldest: flag('Oldest first'),
  limit: count('Most lines of a page, at most 500; 100 when not given'),
  after: text('`next` of the page before'),
});
/** A standard installation keeps the log, and shows it on Plus. */
const log = {
  area,
  access: 'administrator',
  tier: 'plus',
  query: logQuery,
  answer: one('LogPage'),
} as const;

/** Routes on top of any tracking server, below the prefix of the extension. */
export const EXTENSION_ROUTES = defineRoutes({
  ...BRAND_ROUTES,
  'GET /visitor': {
    area,
    summary: 'City and weather, by the address of the caller or else by a place',
    access: 'session',
    query: z.object({ latitude: text('Degrees'), longitude: text('Degrees') }),
    answer: one('Visitor'),
  },
  'GET /postcode/:code': {
    area,
    summary: 'What a Brazilian postcode says of an address; 204 = nobody knows',
    access: 'session',
    answer: one('Postcode'),
    also: [nothing(204)],
  },
  'GET /health': {
    area,
    summary: 'How the installation is: ingest, devices, queues, disk, memory, versions; administrators',
    access: 'administrator',
    answer: one('Health'),
  },
  'GET /history/progress': {
    area,
    summary: 'Vehicle days that are being read from the tracking server for reports of the caller',
    access: 'session',
    answer: one('CopyProgress'),
  },
  'GET /server/logs': { ...log, summary: 'Who did what, and when; newest first, in pages' },
  'GET /users/:id/logs': { ...log, summary: 'What somebody did' },
  'GET /devices/:id/logs': { ...log, summary: 'What was done to a device' },
  'GET /events/acknowledged': {
    area,
    summary: 'Events that the caller has seen to, in whatever browser',
    access: 'session',
    answer: one('AcknowledgedEvents'),
  },
  'PUT /events/acknowledged': {
    area,
    summary: 'Adds to them, and takes away',
    access: 'session',
    body: acknowledgeBody,
    answer: one('AcknowledgedEvents'),
  },
  ...LAYOUT_ROUTES,
  ...COACHING_ROUTES,
  ...WALL_ROUTES,
  ...ORDER_ROUTES,
  ...ARRIVAL_ROUTES,
  ...CUSTOMER_MESSAGE_ROUTES,
  ...DRIVER_STOP_ROUTES,
  ...ROAD_ROUTE_ROUTES,
  ...COST_ROUTES,
  ...INSPECTION_ROUTES,
  ...HOURS_ROUTES,
  ...DATA_SUBJECT_ROUTES,
  ...ACCESS_LOG_ROUTES,
  ...QR_ROUTES,
  ...INTEGRATION_ROUTES,
  ...STOCK_ROUTES,
  ...RESELLER_ROUTES,
  ...BILLING_ROUTES,
});
export type ExtensionRoutes = typeof EXTENSION_ROUTES;
export type ExtensionKey = keyof ExtensionRoutes;
export type LogQuery = z.output<typeof logQuery>;
