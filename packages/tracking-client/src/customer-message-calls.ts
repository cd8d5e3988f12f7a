import type { ExtensionRoutes, SentBodyOf } from '@rastro/fleet/api';
import type { CustomerMessages, CustomerMessageState } from '@rastro/fleet/orders';
import type { Answer, Caller } from './caller.ts';

/** Messages that customers of orders get by themselves. */
export interface CustomerMessageCalls {
  settings(signal: AbortSignal): Promise<Answer<CustomerMessageState>>;
  change(
    settings: SentBodyOf<ExtensionRoutes['PUT /orders/messages']>,
    signal: AbortSignal,
  ): Promise<Answer<CustomerMessageState>>;
  ofOrder(orderId: number, signal: AbortSignal): Promise<Answer<CustomerMessages>>;
}

export const customerMessageCalls = (caller: Caller<ExtensionRoutes>): CustomerMessageCalls => ({
  settings: (signal) => caller.json('GET /orders/messages', {}, signal),
  change: (json, signal) => caller.json('PUT /orders/messages', { json }, signal),
  ofOrder: (id, signal) => caller.json('GET /orders/:id/messages', { params: { id } }, signal),
});
