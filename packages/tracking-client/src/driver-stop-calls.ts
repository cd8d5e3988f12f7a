import type { ExtensionRoutes } from '@rastro/fleet/api';
import type { DriverStep, DriverStepAnswer, DriverStops, OrderProof } from '@rastro/fleet/orders';
import type { Answer, Caller } from './caller.ts';

export interface DriverStepsWrite {
  readonly sentAt: string;
  readonly steps: readonly DriverStep[];
}

/** Stops of the signed-in driver, and what proves that an order was done. */
export interface DriverStopCalls {
  /** @param zone IANA time zone of the day. */
  list(zone: string, signal: AbortSignal): Promise<Answer<DriverStops>>;
  report(steps: DriverStepsWrite, signal: AbortSignal): Promise<Answer<readonly DriverStepAnswer[]>>;
  /** @param picture Its id, and the order whose step has named it. */
  sendPicture(
    picture: { readonly orderId: number; readonly id: string; readonly bytes: Blob },
    signal: AbortSignal,
  ): Promise<Answer<null>>;
  proofs(orderId: number, signal: AbortSignal): Promise<Answer<readonly OrderProof[]>>;
  picture(orderId: number, id: string, signal: AbortSignal): Promise<Answer<Blob>>;
}

export const driverStopCalls = (caller: Caller<ExtensionRoutes>): DriverStopCalls => ({
  list: (zone, signal) => caller.json('GET /qr-driver/stops', { query: { zone } }, signal),
  report: (json, signal) => caller.json('POST /qr-driver/steps', { json }, signal),
  sendPicture: ({ orderId, id, bytes }, signal) =>
    caller.done(
      'POST /qr-driver/stops/:id/pictures/:picture',
      { params: { id: orderId, picture: id }, bytes },
      signal,
    ),
  proofs: (id, signal) => caller.json('GET /orders/:id/proofs', { params: { id } }, signal),
  picture: (id, picture, signal) =>
    caller.blob('GET /orders/:id/pictures/:picture', { params: { id, picture } }, signal),
});
