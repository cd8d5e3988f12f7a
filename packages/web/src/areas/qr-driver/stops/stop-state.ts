import type { DriverStepAnswer, DriverStop, DriverStops, OrderState } from '@rastro/fleet/orders';
import type { QueuedStep } from './driver-store.ts';

/** A stop as the driver sees it, with what waits in the phone. */
export interface ShownStop extends DriverStop {
  readonly isWaiting: boolean;
}
const STATE_AFTER: Readonly<Record<QueuedStep['step']['kind'], OrderState>> = {
  start: 'underWay',
  arrive: 'arrived',
  done: 'done',
  fail: 'failed',
};

/** The list with the steps of the phone that the server does not know yet. */
export const withQueue = ({ stops }: DriverStops, queued: readonly QueuedStep[]): readonly ShownStop[] =>
  stops.map((stop) =>
    queued
      .filter(({ step, isRejected }) => step.orderId === stop.orderId && !isRejected)
      .reduce<ShownStop>(after, { ...stop, isWaiting: false }),
  );

function after(stop: ShownStop, { step: { kind, at, reason } }: QueuedStep): ShownStop {
  // The server has the last word: what it knows to be over stays so.
  if (stop.endedAt !== null && !stop.isWaiting) return { ...stop, isWaiting: true };
  const next = { ...stop, isWaiting: true, state: STATE_AFTER[kind] };
  if (kind === 'start') return next;
  if (kind === 'arrive') return { ...next, arrivedAt: stop.arrivedAt ?? at };
  return { ...next, reason, endedAt: at };
}

/** The list after an answer to a step, until it is read again. */
export const withAnswer = (
  list: DriverStops,
  { step }: QueuedStep,
  { orderId, state, endedAt }: DriverStepAnswer,
): DriverStops => ({
  ...list,
  stops: list.stops.map((stop) => {
    if (stop.orderId !== orderId || state === null) return stop;
    const arrivedAt = step.kind === 'arrive' ? (stop.arrivedAt ?? step.at) : stop.arrivedAt;
    return { ...stop, state, endedAt, arrivedAt, reason: state === 'failed' ? step.reason : null };
  }),
});

/** The first stop at which something is to be done; null = all are over. */
export const nextStop = (stops: readonly ShownStop[]): number | null =>
  stops.find(({ endedAt, state }) => endedAt === null && state !== 'cancelled')?.orderId ?? null;
