import type { Clock } from '@rastro/base';
import type { DriverNow, QrDeps } from '@rastro/extension';
import type { TrackerBus } from '@rastro/tracker';
import type { Logger } from 'pino';

interface FollowDriversDeps {
  /** Null = this is the only process. */
  readonly bus: TrackerBus | null;
  readonly drivers: DriverNow;
  readonly checkInStore: QrDeps['checkInStore'];
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
}

/** Loads who drives now, and follows what other processes change. @returns ends it. */
export async function followDrivers({
  bus,
  drivers,
  checkInStore,
  clock,
  log,
}: FollowDriversDeps): Promise<() => void> {
  const read = (): Promise<void> => drivers.load(checkInStore, clock.now());
  const readAgain = (): Promise<void> =>
    read().catch((error: unknown) => log.error({ err: error }, 'cannot read who drives'));
  const stops = bus
    ? [bus.subscribe('driver.changed', drivers.onCheckIn), bus.onGap(['driver.changed'], readAgain)]
    : [];
  await read();
  return () => {
    for (const stop of stops) stop();
  };
}
