import type { ExtensionRoutes, SentBodyOf } from '@rastro/fleet/api';
import {
  ARRIVAL_HEADER,
  type ArrivalShare,
  type ArrivalView,
  type NewArrivalShare,
} from '@rastro/fleet/orders';
import { Caller, type Answer, type CallerOptions } from './caller.ts';

/** Arrivals that customers follow. */
export interface ArrivalCalls {
  read(orderId: number, signal: AbortSignal): Promise<Answer<ArrivalShare>>;
  /** @returns its token, this once. */
  share(
    orderId: number,
    share: SentBodyOf<ExtensionRoutes['POST /orders/:id/arrival']>,
    signal: AbortSignal,
  ): Promise<Answer<NewArrivalShare>>;
  end(orderId: number, signal: AbortSignal): Promise<Answer<null>>;
  /** By what its link has; without a session, also where the browser has one. */
  view(token: string, signal: AbortSignal): Promise<Answer<ArrivalView>>;
}

export const arrivalCalls = (caller: Caller<ExtensionRoutes>, options: CallerOptions): ArrivalCalls => ({
  read: (id, signal) => caller.json('GET /orders/:id/arrival', { params: { id } }, signal),
  share: (id, json, signal) => caller.json('POST /orders/:id/arrival', { params: { id }, json }, signal),
  end: (id, signal) => caller.done('DELETE /orders/:id/arrival', { params: { id } }, signal),
  view: (token, signal) =>
    new Caller<ExtensionRoutes>({
      ...options,
      fetch: (input, init) =>
        options.fetch(input, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' }),
      headers: { [ARRIVAL_HEADER]: token },
    }).json('GET /arrival', {}, signal),
});
