import type { ExtensionRoutes, SentBodyOf, SentQueryOf } from '@rastro/fleet/api';
import type {
  OrderContent,
  OrderImport,
  OrderPage,
  OrderReport,
  RoadOrderDetail,
} from '@rastro/fleet/orders';
import type { Answer, Caller } from './caller.ts';

export type OrderQuestion = SentQueryOf<ExtensionRoutes['GET /orders']>;
export type OrderReportQuestion = SentQueryOf<ExtensionRoutes['GET /orders/report']>;
export type OrderWrite = OrderContent;
export type OrderStepWrite = SentBodyOf<ExtensionRoutes['POST /orders/:id/steps']>;

/** Orders of a company. */
export interface OrderCalls {
  list(query: OrderQuestion, signal: AbortSignal): Promise<Answer<OrderPage>>;
  report(query: OrderReportQuestion, signal: AbortSignal): Promise<Answer<OrderReport>>;
  read(id: number, signal: AbortSignal): Promise<Answer<RoadOrderDetail>>;
  /** @param order With an id of the attempt: the same makes it once. */
  make(
    order: OrderWrite & { readonly requestId?: string },
    signal: AbortSignal,
  ): Promise<Answer<RoadOrderDetail>>;
  /** @param version That it began from. */
  change(
    id: number,
    order: OrderWrite & { readonly version: number },
    signal: AbortSignal,
  ): Promise<Answer<RoadOrderDetail>>;
  step(id: number, step: OrderStepWrite, signal: AbortSignal): Promise<Answer<RoadOrderDetail>>;
  remove(id: number, signal: AbortSignal): Promise<Answer<null>>;
  importRows(
    rows: SentBodyOf<ExtensionRoutes['POST /orders/import']>,
    signal: AbortSignal,
  ): Promise<Answer<OrderImport>>;
}

export const orderCalls = (caller: Caller<ExtensionRoutes>): OrderCalls => ({
  list: (query, signal) => caller.json('GET /orders', { query }, signal),
  report: (query, signal) => caller.json('GET /orders/report', { query }, signal),
  read: (id, signal) => caller.json('GET /orders/:id', { params: { id } }, signal),
  make: (json, signal) => caller.json('POST /orders', { json }, signal),
  change: (id, order, signal) => caller.json('PUT /orders/:id', { params: { id }, json: order }, signal),
  step: (id, json, signal) => caller.json('POST /orders/:id/steps', { params: { id }, json }, signal),
  remove: (id, signal) => caller.done('DELETE /orders/:id', { params: { id } }, signal),
  importRows: (json, signal) => caller.json('POST /orders/import', { json }, signal),
});
