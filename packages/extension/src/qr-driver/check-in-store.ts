import { retryOnConflict, type Clock } from '@rastro/base';
import type { QrEnd } from '@rastro/fleet';
import {
  storedCheckIn,
  storedQrDevice,
  storedQrDriver,
  type StoredCheckIn,
  type StoredQrDevice,
  type StoredQrDriver,
} from '@rastro/fleet/schemas';
import type { AuditStorage, ExtensionBatch, ExtensionStorage } from '@rastro/storage';
import {
  dayOf,
  deviceAfter,
  deviceWith,
  driverAfter,
  driverWith,
  endedCheckIn,
  historyKey,
  NO_DEVICE,
  NO_DRIVER,
  withSeen,
  type Versioned,
} from './check-in-steps.ts';

type Store = Pick<ExtensionStorage, 'document' | 'documents' | 'commit'>;
/** User and address, for the audit log. */
export interface Actor {
  readonly userId: number;
  readonly address: string;
}
interface CheckInAction {
  readonly at: number;
  readonly clientId: string | undefined;
  readonly actor: Actor;
  /** A rule ends the check-in that it was about, never a newer one. */
  readonly only?: StoredCheckIn;
}
export type Outcome =
  | { readonly kind: 'done'; readonly current: StoredCheckIn | null; readonly left: readonly StoredCheckIn[] }
  | { readonly kind: 'known'; readonly current: StoredCheckIn | null }
  | { readonly kind: 'overtaken' };

const DRIVERS = 'qrDriver';
const DEVICES = 'qrDevice';
const HISTORY = 'qrHistory';
const PAGE = 200;
const IMPORTED_AT_ONCE = 400;

/** Called on every durable change: who drives a vehicle from now on, or no longer. */
export type OnCheckIn = (checkIn: StoredCheckIn) => void;

export interface CheckInStoreDeps {
  readonly storage: Store;
  readonly log: Pick<AuditStorage, 'appendActions'> | null;
  readonly clock: Clock;
}

/**
 * Stores who drives what. A commit names the versions of everything it changes, so of two simultaneous actions the
 * second one reads again: a vehicle always has one driver and a driver one vehicle.
 */
export class CheckInStore {
  readonly #store: Store;
  readonly #log: CheckInStoreDeps['log'];
  readonly #clock: Clock;
  readonly #onCheckIn: OnCheckIn;

  constructor({ storage, log, clock }: CheckInStoreDeps, onCheckIn: OnCheckIn) {
    this.#store = storage;
    this.#log = log;
    this.#clock = clock;
    this.#onCheckIn = onCheckIn;
  }

  driver = (driverId: number): Promise<Versioned<StoredQrDriver>> =>
    this.#read(DRIVERS, driverId, (body) => storedQrDriver.parse(body), NO_DRIVER);
  device = (deviceId: number): Promise<Versioned<StoredQrDevice>> =>
    this.#read(DEVICES, deviceId, (body) => storedQrDevice.parse(body), NO_DEVICE);

  /** All that are going on. */
  async current(): Promise<readonly StoredCheckIn[]> {
    const found: StoredCheckIn[] = [];
    for await (const page of this.#store.documents({ kind: DRIVERS, prefix: '', pageSize: PAGE }))
      for (const { body } of page)
        found.push(...[storedQrDriver.parse(body).current].filter((each) => each !== null));
    return found;
  }
  /** Vehicles that are to be locked when nobody drives them. */
  async idle(): Promise<
    readonly { readonly deviceId: number; readonly idle: NonNullable<StoredQrDevice['idle']> }[]
  > {
    const found = [];
    for await (const page of this.#store.documents({ kind: DEVICES, prefix: '', pageSize: PAGE }))
      for (const { key, body } of page) {
        const { idle } = storedQrDevice.parse(body);
        if (idle !== null) found.push({ deviceId: Number(key), idle });
      }
    return found;
  }
  /** Those that began in a period, oldest first. @param driverIds Of these drivers; absent = of all. */
  async history(
    from: number,
    to: number,
    driverIds?: ReadonlySet<number>,
  ): Promise<readonly StoredCheckIn[]> {
    const found: StoredCheckIn[] = [];
    // A key ends with the driver.
    const ofDrivers = driverIds === undefined ? {} : { endings: [...driverIds].map(String) };
    for (let day = Date.parse(dayOf(from)); day <= to; day += 86_400_000) {
      const pages = this.#store.documents({
        kind: HISTORY,
        prefix: dayOf(day),
        pageSize: PAGE,
        ...ofDrivers,
      });
      for await (const page of pages) found.push(...page.map(({ body }) => storedCheckIn.parse(body)));
    }
    return found.filter(({ since }) => since >= from && since <= to);
  }

  /** Checks in. Ends the previous check-ins of the vehicle and of the driver. */
  checkIn(wanted: StoredCheckIn, checkInAction: CheckInAction): Promise<Outcome> {
    return retryOnConflict(async () => {
      const driver = await this.driver(wanted.driverId);
      const { current } = driver.body;
      if (isSeen(driver.body, checkInAction)) return { kind: 'known', current };
      const device = await this.device(wanted.deviceId);
      if (checkInAction.at < driver.body.lastAt || checkInAction.at < device.body.lastAt)
        return { kind: 'overtaken' };
      if (current?.deviceId === wanted.deviceId)
        return this.#remember(driver, checkInAction, wanted.driverId);
      const change = this.#change(checkInAction);
      const left: StoredCheckIn[] = [];
      if (current) {
        const ended = endedCheckIn(current, checkInAction.at, 'replaced');
        const former = await this.device(current.deviceId);
        change.device(current.deviceId, former, deviceAfter(former.body, current, checkInAction.at));
        left.push(ended);
      }
      if (device.body.driverId !== 0) {
        const other = await this.driver(device.body.driverId);
        if (other.body.current) left.push(endedCheckIn(other.body.current, checkInAction.at, 'replaced'));
        change.driver(device.body.driverId, other, driverAfter(other.body, checkInAction.at));
      }
      const driverBody = withSeen(driverWith(driver.body, wanted), checkInAction.clientId);
      change.driver(wanted.driverId, driver, driverBody);
      change.device(wanted.deviceId, device, deviceWith(wanted));
      for (const each of left) change.ended(each);
      change.begun(wanted);
      await change.commit();
      return { kind: 'done', current: wanted, left };
    });
  }

  /** Checks out; without a check-in nothing changes. */
  checkOut(driverId: number, end: QrEnd, checkInAction: CheckInAction): Promise<Outcome> {
    return retryOnConflict(async () => {
      const driver = await this.driver(driverId);
      const { current } = driver.body;
      if (isSeen(driver.body, checkInAction)) return { kind: 'known', current };
      if (!current) return this.#remember(driver, checkInAction, driverId);
      const isOther =
        checkInAction.only &&
        (checkInAction.only.since !== current.since || checkInAction.only.deviceId !== current.deviceId);
      if (isOther || checkInAction.at < current.since) return { kind: 'overtaken' };
      const device = await this.device(current.deviceId);
      const change = this.#change(checkInAction);
      const ended = endedCheckIn(current, checkInAction.at, end);
      change.driver(
        driverId,
        driver,
        withSeen(driverAfter(driver.body, checkInAction.at), checkInAction.clientId),
      );
      change.device(current.deviceId, device, deviceAfter(device.body, current, checkInAction.at));
      change.ended(ended);
      await change.commit();
      return { kind: 'done', current: null, left: [ended] };
    });
  }

  /** Stores a note on a current check-in; one that has ended stays as it is. */
  async note(
    checkIn: StoredCheckIn,
    part: Partial<Pick<StoredCheckIn, 'unlock' | 'ignition' | 'isLinked'>>,
  ): Promise<void> {
    await retryOnConflict(async () => {
      const driver = await this.driver(checkIn.driverId);
      const { current } = driver.body;
      if (current?.since !== checkIn.since || current.deviceId !== checkIn.deviceId) return;
      const next = { ...current, ...part };
      const put = [
        {
          kind: DRIVERS,
          key: String(checkIn.driverId),
          body: { ...driver.body, current: next },
          replaces: driver.version,
        },
        { kind: HISTORY, key: historyKey(next), body: next, replaces: null },
      ];
      await this.#store.commit({ put });
    });
  }

  /** Adds past check-ins, as from another system: to the history alone, whatever the current state. */
  async importEnded(ended: readonly StoredCheckIn[]): Promise<void> {
    for (let from = 0; from < ended.length; from += IMPORTED_AT_ONCE) {
      const part = ended.slice(from, from + IMPORTED_AT_ONCE);
      const put = part.map((body) => ({ kind: HISTORY, key: historyKey(body), body, replaces: null }));
      await this.#store.commit({ put });
      for (const each of part) this.#onCheckIn(each);
    }
  }

  /** Keeps how far the lock of a vehicle has come. @param isOver It is locked, or will not be. */
  async noteLock(deviceId: number, since: number, isOver: boolean): Promise<boolean> {
    return retryOnConflict(async () => {
      const device = await this.device(deviceId);
      const { idle } = device.body;
      if (idle?.since !== since) return false;
      const body = { ...device.body, idle: isOver ? null : { ...idle, isBegun: true } };
      await this.#store.commit({
        put: [{ kind: DEVICES, key: String(deviceId), body, replaces: device.version }],
      });
      return true;
    });
  }

  #change(checkInAction: CheckInAction): Change {
    return new Change(this.#store, {
      ...checkInAction,
      now: this.#clock.now(),
      onCheckIn: this.#onCheckIn,
      log: this.#log,
    });
  }

  async #remember(
    { version, body }: Versioned<StoredQrDriver>,
    { clientId }: CheckInAction,
    driverId: number,
  ): Promise<Outcome> {
    const { current } = body;
    if (clientId === undefined) return { kind: 'known', current };
    const next = withSeen(body, clientId);
    await this.#store.commit({
      put: [{ kind: DRIVERS, key: String(driverId), body: next, replaces: version }],
    });
    return { kind: 'known', current };
  }

  async #read<T>(kind: string, id: number, parse: (body: unknown) => T, none: T): Promise<Versioned<T>> {
    const found = await this.#store.document(kind, String(id));
    return found ? { version: found.version, body: parse(found.body) } : { version: 0, body: none };
  }
}

const isSeen = ({ seen }: StoredQrDriver, { clientId }: CheckInAction): boolean =>
  clientId !== undefined && seen.includes(clientId);

interface CurrentAction extends CheckInAction {
  readonly now: number;
  readonly onCheckIn: OnCheckIn;
  readonly log: CheckInStoreDeps['log'];
}

/** Changes of one action with its audit entries: all of them become durable, or none. */
class Change {
  readonly #store: Store;
  readonly #action: CurrentAction;
  readonly #put: NonNullable<ExtensionBatch['put']>[number][] = [];
  readonly #actions: NonNullable<ExtensionBatch['actions']>[number][] = [];
  readonly #changed: StoredCheckIn[] = [];

  constructor(store: Store, action: CurrentAction) {
    this.#store = store;
    this.#action = action;
  }
  driver(id: number, { version }: Versioned<StoredQrDriver>, body: StoredQrDriver): void {
    this.#put.push({ kind: DRIVERS, key: String(id), body, replaces: version });
  }
  device(id: number, { version }: Versioned<StoredQrDevice>, body: StoredQrDevice): void {
    this.#put.push({ kind: DEVICES, key: String(id), body, replaces: version });
  }
  begun(checkIn: StoredCheckIn): void {
    this.#record(checkIn, 'checkIn');
  }
  ended(checkIn: StoredCheckIn): void {
    this.#record(checkIn, 'checkOut');
  }
  async commit(): Promise<void> {
    const { log, onCheckIn } = this.#action;
    await this.#store.commit({ put: this.#put, actions: log ? [] : this.#actions });
    for (const each of this.#changed) onCheckIn(each);
    await log?.appendActions(this.#actions);
  }

  #record(checkIn: StoredCheckIn, actionType: 'checkIn' | 'checkOut'): void {
    const { actor, at, now } = this.#action;
    const { driverId, deviceId, end } = checkIn;
    this.#changed.push(checkIn);
    this.#put.push({ kind: HISTORY, key: historyKey(checkIn), body: checkIn, replaces: null });
    const attributes = { driverId, at: new Date(at).toISOString(), ...(end === null ? {} : { end }) };
    this.#actions.push({
      ...actor,
      actionTime: now,
      actionType,
      objectType: 'device',
      objectId: deviceId,
      attributes,
    });
  }
}
