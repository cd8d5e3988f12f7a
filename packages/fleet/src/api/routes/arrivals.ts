import { ARRIVAL_HEADER } from '../../orders/arrival.ts';
import { arrivalShareBody } from '../../schemas/arrivals.ts';
import { didInPath } from '../audit-rules.ts';
import { defineRoutes, one } from '../route.ts';

const area = 'road orders';
/** Sharing needs the right to see orders, too: the handlers check that. */
const shared = { area, access: 'share.create', errors: [403, 404, 501, 502] } as const;

/** Arrivals of orders as their customers follow them, by a link alone. */
export const ARRIVAL_ROUTES = defineRoutes({
  'GET /orders/:id/arrival': {
    area,
    summary: 'Whether the customer of an order may follow its arrival',
    access: 'orders.view',
    answer: one('ArrivalShare'),
    errors: [404, 501, 502],
  },
  'POST /orders/:id/arrival': {
    ...shared,
    summary: 'Lets the customer of an order follow its arrival; the token of its link is answered this once',
    body: arrivalShareBody,
    answer: one('NewArrivalShare'),
    errors: [403, 404, 409, 501, 502],
    audit: didInPath('create', 'arrival'),
  },
  'DELETE /orders/:id/arrival': {
    ...shared,
    summary: 'Ends all links to the arrival of an order at once',
    access: 'share.delete',
    audit: didInPath('remove', 'arrival'),
  },
  'GET /arrival': {
    area,
    summary: 'An order as its customer follows it, by the token of its link; public',
    access: 'public',
    headers: [ARRIVAL_HEADER],
    answer: one('ArrivalView'),
    errors: [404, 429, 501, 502],
  },
});
