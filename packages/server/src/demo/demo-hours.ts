import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { Driver } from '@rastro/fleet';
import type { ActivityKind } from '@rastro/fleet/working-hours';
import type { DemoClient } from './demo-client.ts';

interface Written {
  /** The same at each start: it counts once. */
  readonly id: string;
  /** Identifier of the driver. */
  readonly of: string;
  readonly kind: ActivityKind;
  /** Before the demonstration began. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly reason: string;
}

/** A driver who has to stop soon, one who drove on without a break, and what a manager was told of unclear time. */
const WRITTEN: readonly Written[] = [
  {
    id: '5b0c1d5e-7c5c-4a5e-9a52-0d6f3c1f8a01',
    of: 'MOT-102',
    kind: 'driving',
    fromMs: 5 * HOUR_MS + 8 * MINUTE_MS,
    untilMs: MINUTE_MS,
    reason: 'Disco do tacógrafo: dirigiu sem parar',
  },
  {
    id: '5b0c1d5e-7c5c-4a5e-9a52-0d6f3c1f8a02',
    of: 'MOT-105',
    kind: 'driving',
    fromMs: 2 * DAY_MS + 7 * HOUR_MS,
    untilMs: 2 * DAY_MS + 65 * MINUTE_MS,
    reason: 'Disco do tacógrafo: não parou na serra',
  },
  {
    id: '5b0c1d5e-7c5c-4a5e-9a52-0d6f3c1f8a03',
    of: 'MOT-107',
    kind: 'waiting',
    fromMs: DAY_MS + 90 * MINUTE_MS,
    untilMs: DAY_MS + 20 * MINUTE_MS,
    reason: 'Aguardou descarga no cliente',
  },
];

/**
 * Working hours beside those that come of check-ins and trips. An interrupted start writes none twice.
 * @param beganAt Where the past ends, in ms since 1970.
 */
export async function addHours(customer: DemoClient, extension: string, beganAt: number): Promise<void> {
  const drivers = new Map(
    (await customer.list<Driver>('/api/drivers')).map(({ id, uniqueId }) => [uniqueId, id]),
  );
  for (const { id, of, kind, fromMs, untilMs, reason } of WRITTEN) {
    const driverId = drivers.get(of);
    if (driverId === undefined) continue;
    const span = { begin: iso(beganAt - fromMs), end: iso(beganAt - untilMs) };
    const path = `${extension}/working-hours/${driverId}/corrections`;
    await customer.call({ method: 'POST', path, body: { id, kind, reason, ...span } });
  }
}

const iso = (at: number): string => new Date(at).toISOString();
