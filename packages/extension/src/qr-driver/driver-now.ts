import type { StoredCheckIn } from '@rastro/fleet/schemas';
import type { CheckInStore } from './check-in-store.ts';

type Stretch = Pick<StoredCheckIn, 'driverId' | 'driverUniqueId' | 'since' | 'until'>;
/** Records that come later than this are named by whatever else names them. */
const REMEMBERED_MS = 2 * 86_400_000;
const MAX_STRETCHES = 50;
/** A check-in that began before a period may reach into it. */
const LONGEST_MS = 31 * 86_400_000;

/** Driver who was checked in to a vehicle at an instant. In memory, because every position asks. */
export class DriverNow {
  readonly #byDevice = new Map<number, readonly Stretch[]>();
  readonly #maxStretches: number;
  #checkInStore: CheckInStore | null = null;

  constructor(maxStretches = MAX_STRETCHES) {
    this.#maxStretches = maxStretches;
  }

  /** Loads the check-ins of the last days, and those that are still open. */
  async load(checkInStore: CheckInStore, now: number): Promise<void> {
    this.#checkInStore = checkInStore;
    for (const each of await checkInStore.history(now - REMEMBERED_MS, now)) this.onCheckIn(each);
    for (const each of await checkInStore.current()) this.onCheckIn(each);
  }

  /** Drivers of a past period, however long ago, for positions that are copied later. */
  async during(from: number, to: number): Promise<DriverNow['at']> {
    const past = new DriverNow(Infinity);
    const known = (await this.#checkInStore?.history(from - LONGEST_MS, to)) ?? [];
    for (const each of [...known, ...((await this.#checkInStore?.current()) ?? [])]) past.onCheckIn(each);
    return past.at;
  }

  readonly onCheckIn = ({
    deviceId,
    driverId,
    driverUniqueId,
    since,
    until,
  }: Stretch & Pick<StoredCheckIn, 'deviceId'>): void => {
    const others = (this.#byDevice.get(deviceId) ?? []).filter((each) => each.since !== since);
    const newest = [...others, { driverId, driverUniqueId, since, until }].toSorted(
      (a, b) => b.since - a.since,
    );
    this.#byDevice.set(deviceId, newest.slice(0, this.#maxStretches));
  };

  /** Driver's identifier, as devices report it; null = nobody was checked in. */
  readonly at = (deviceId: number, instant: number): string | null => {
    const stretches = this.#byDevice.get(deviceId);
    const found = stretches?.find(
      ({ since, until }) => since <= instant && (until === null || instant < until),
    );
    return found?.driverUniqueId ?? null;
  };
}
