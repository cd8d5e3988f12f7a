import { customerMessageBody } from '../../schemas/customer-messages.ts';
import { did } from '../audit-rules.ts';
import { defineRoutes, one } from '../route.ts';

const area = 'road orders';
const state = { area, answer: one('CustomerMessageState') } as const;

/** Messages that customers get by themselves when their order comes near, is done or fails. */
export const CUSTOMER_MESSAGE_ROUTES = defineRoutes({
  'GET /orders/messages': {
    ...state,
    summary:
      'At which moments customers of the company of the caller get messages, and whether they can be sent',
    access: 'orders.view',
    errors: [501, 502],
  },
  'PUT /orders/messages': {
    ...state,
    summary: 'Says at which moments customers get messages; needs the right to share, too',
    access: 'orders.edit',
    body: customerMessageBody,
    errors: [403, 501, 502],
    audit: did('edit', 'customerMessages'),
  },
  'GET /orders/:id/messages': {
    area,
    summary: 'Messages that the customer of an order has got, oldest first',
    access: 'orders.view',
    answer: one('CustomerMessages'),
    errors: [404, 501, 502],
  },
});
