import { z } from 'zod';
import { MAX_IMPORTED_ORDERS, ORDER_STATES } from '../../orders/order.ts';
import { ORDER_RISKS } from '../../orders/late-order.ts';
import { ORDER_GROUPINGS } from '../../orders/order-report.ts';
import { roadOrderBody, orderChangeBody, orderImportBody, orderStepBody } from '../../schemas/orders.ts';
import { didInPath, imported, made, removed, steppedOrder } from '../audit-rules.ts';
import { choices, count, flag, instant, integers, text, word } from '../query-fields.ts';
import { defineRoutes, one } from '../route.ts';

const area = 'road orders';
/** Guests have none even where the standard edition gives every right to everybody: the handlers check that. */
const change = {
  area,
  access: 'orders.edit',
  answer: one('RoadOrderDetail'),
  errors: [404, 409, 501, 502],
} as const;

/** An order has at most 16 members, three of which are objects. */
const IMPORT_BOUNDS = { values: MAX_IMPORTED_ORDERS * 20, names: MAX_IMPORTED_ORDERS * 16 + 2 };

/** Narrows reports. */
export const narrowed = {
  deviceId: integers('Vehicles; with those of the groups all when not given'),
  groupId: integers('Groups, with those below them; their vehicles are added to those that are named'),
  driver: text('Driver, by the identifier'),
  customer: text('Customer, whole, whatever its case'),
};

/** Orders of a company: its account, those below it, and those who answer for it. */
export const ORDER_ROUTES = defineRoutes({
  'GET /orders': {
    area,
    summary: 'Orders in pages: of the company of the caller and of companies below',
    access: 'orders.view',
    query: z.object({
      from: instant('Begin of the time window, included'),
      to: instant('End of the same, included'),
      state: choices(ORDER_STATES, 'States; all when not given'),
      deviceId: integers('Vehicles that do them; 0 = nobody does'),
      groupId: narrowed.groupId,
      risk: word(ORDER_RISKS, 'Only those that are late, or may be; of at most three days'),
      text: text('Words of customer, reference, address, contact, vehicle or driver'),
      sort: word(['time', 'customer'], 'time when not given'),
      descending: flag('Latest, or last by name, first'),
      limit: count('Most of a page, at most 500; 50 when not given'),
      after: text('`next` of the page before'),
    }),
    answer: one('OrderPage'),
    errors: [400, 501, 502],
  },
  'GET /orders/report': {
    area,
    summary: 'Orders of a period, added up: done, on time, failed by reason, and arrivals against the plan',
    access: 'orders.view',
    query: z.object({
      from: instant('Begin of the time window, included; 30 days before `to` when not given'),
      to: instant('End of the same, included, at most 366 days later; now when not given'),
      by: word(ORDER_GROUPINGS, 'day when not given'),
      zone: text('Time zone of the days; UTC when not given'),
      ...narrowed,
      deviceId: integers('Vehicles that do them; 0 = nobody does'),
    }),
    answer: one('OrderReport'),
    errors: [400, 501, 502],
  },
  'GET /orders/:id': {
    area,
    summary: 'An order with everything that happened to it',
    access: 'orders.view',
    answer: one('RoadOrderDetail'),
    errors: [404, 501, 502],
  },
  'POST /orders': {
    area,
    summary: 'Makes an order',
    access: 'orders.create',
    body: roadOrderBody,
    answer: one('RoadOrderDetail'),
    errors: [404, 409, 501, 502],
    audit: made('roadOrder'),
  },
  'POST /orders/import': {
    area,
    summary: 'Makes the orders of a file, all or none; those with a known reference are left as they are',
    access: 'orders.create',
    body: orderImportBody,
    bounds: IMPORT_BOUNDS,
    answer: one('OrderImport'),
    errors: [501, 502],
    audit: imported('roadOrders'),
  },
  'PUT /orders/:id': {
    ...change,
    summary: 'Changes what is written about an order',
    body: orderChangeBody,
    audit: didInPath('edit', 'roadOrder'),
  },
  'POST /orders/:id/steps': {
    ...change,
    summary: 'Assigns, starts, arrives, ends, cancels or plans an order again; the same id counts once',
    body: orderStepBody,
    audit: steppedOrder,
  },
  'DELETE /orders/:id': {
    area,
    summary: 'Removes an order with its history',
    access: 'orders.delete',
    errors: [404, 501, 502],
    audit: removed('roadOrder'),
  },
});
