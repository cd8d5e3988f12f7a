import type { Clock } from '@rastro/base';
import type { QrEnd } from '@rastro/fleet';
import {
  keptCheckIn,
  keptQrDevice,
  keptQrDriver,
  type KeptCheckIn,
  type KeptQrDevice,
  type KeptQrDriver,
} from '@rastro/fleet/schemas';
import { StorageError, type AuditStorage, type ExtensionBatch, type ExtensionStorage } from '@rastro/storage';
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
/** Who did something, for the audit log. */
export interface Actor {
  readonly userId: number;
  readonly address: string;
}
interface Act {
  readonly at: number;
  readonly clientId: string | undefined;
  readonly actor: Actor;
  /** A rule ends the check-in that it was about, never a newer one. */
  readonly only?: KeptCheckIn;
}
export type Outcome =
  | { readonly kind: 'done'; readonly current: KeptCheckIn | null; readonly left: readonly KeptCheckIn[] }
  | { readonly kind: 'known'; readonly current: KeptCheckIn | null }
  | { readonly kind: 'overtaken' };

const DRIVERS = 'qrDriver';
const DEVICES = 'qrDevice';
const HISTORY = 'qrHistory';
const PAGE = 200;
const MOST_TRIES = 12;
const IMPORTED_AT_ONCE = 400;

/** Told of every change that has become durable: who drives a vehicle from now on, or no longer. */
export type HearCheckIn = (checkIn: KeptCheckIn) => void;

export interface QrBookParts {
  readonly storage: Store;
  readonly log: Pick<AuditStorage, 'appendActions'> | null;
  readonly clock: Clock;
}

/**
 * Who drives what. One commit names the versions of all that it changes, so of two acts at once the second one reads
 * again: a vehicle has one driver and a driver one vehicle, always.
 */
export class QrBook {
  readonly #store: Store;
  readonly #log: QrBookParts['log'];
  readonly #clock: Clock;
  readonly #hear: HearCheckIn;

  constructor({ storage, log, clock }: QrBookParts, hear: HearCheckIn) {
    this.#store = storage;
    this.#log = log;
    this.#clock = clock;
    this.#hear = hear;
  }

  driver = (driverId: number): Promise<Versioned<KeptQrDriver>> =>
    this.#read(DRIVERS, driverId, (body) => keptQrDriver.parse(body), NO_DRIVER);
  device = (deviceId: number): Promise<Versioned<KeptQrDevice>> =>
    this.#read(DEVICES, deviceId, (body) => keptQrDevice.parse(body), NO_DEVICE);

  /** All that are going on. */
  async current(): Promise<readonly KeptCheckIn[]> {
    const found: KeptCheckIn[] = [];
    for await (const page of this.#store.documents({ kind: DRIVERS, prefix: '', pageSize: PAGE }))
      for (const { body } of page)
        found.push(...[keptQrDriver.parse(body).current].filter((each) => each !== null));
    return found;
  }
  /** Vehicles that are to be locked when nobody drives them. */
  async idle(): Promise<
    readonly { readonly deviceId: number; readonly idle: NonNullable<KeptQrDevice['idle']> }[]
  > {
    const found = [];
    for await (const page of this.#store.documents({ kind: DEVICES, prefix: '', pageSize: PAGE }))
      for (const { key, body } of page) {
        const { idle } = keptQrDevice.parse(body);
        if (idle !== null) found.push({ deviceId: Number(key), idle });
      }
    return found;
  }
  /** Those that began in a period, oldest first. */
  async history(from: number, to: number): Promise<readonly KeptCheckIn[]> {
    const found: KeptCheckIn[] = [];
    for (let day = Date.parse(dayOf(from)); day <= to; day += 86_400_000) {
      const pages = this.#store.documents({ kind: HISTORY, prefix: dayOf(day), pageSize: PAGE });
      for await (const page of pages) found.push(...page.map(({ body }) => keptCheckIn.parse(body)));
    }
    return found.filter(({ since }) => since >= from && since <= to);
  }

  /** Checks in. Whoever drove it, and whatever he drove, is left. */
  checkIn(wanted: KeptCheckIn, act: Act): Promise<Outcome> {
    return this.#again(async () => {
      const driver = await this.driver(wanted.driverId);
      const { current } = driver.body;
      if (isSeen(driver.body, act)) return { kind: 'known', current };
      const device = await this.device(wanted.deviceId);
      if (act.at < driver.body.lastAt || act.at < device.body.lastAt) return { kind: 'overtaken' };
      if (current?.deviceId === wanted.deviceId) return this.#remember(driver, act, wanted.driverId);
      const change = this.#change(act);
      const left: KeptCheckIn[] = [];
      if (current) {
        const ended = endedCheckIn(current, act.at, 'replaced');
        const former = await this.device(current.deviceId);
        change.device(current.deviceId, former, deviceAfter(former.body, current, act.at));
        left.push(ended);
      }
      if (device.body.driverId !== 0) {
        const other = await this.driver(device.body.driverId);
        if (other.body.current) left.push(endedCheckIn(other.body.current, act.at, 'replaced'));
        change.driver(device.body.driverId, other, driverAfter(other.body, act.at));
      }
      const stays = withSeen(driverWith(driver.body, wanted), act.clientId);
      change.driver(wanted.driverId, driver, stays);
      change.device(wanted.deviceId, device, deviceWith(wanted));
      for (const each of left) change.ended(each);
      change.begun(wanted);
      await change.commit();
      return { kind: 'done', current: wanted, left };
    });
  }

  /** Checks out; who drives nothing stays so. */
  checkOut(driverId: number, end: QrEnd, act: Act): Promise<Outcome> {
    return this.#again(async () => {
      const driver = await this.driver(driverId);
      const { current } = driver.body;
      if (isSeen(driver.body, act)) return { kind: 'known', current };
      if (!current) return this.#remember(driver, act, driverId);
      const isOther =
        act.only && (act.only.since !== current.since || act.only.deviceId !== current.deviceId);
      if (isOther || act.at < current.since) return { kind: 'overtaken' };
      const device = await this.device(current.deviceId);
      const change = this.#change(act);
      const ended = endedCheckIn(current, act.at, end);
      change.driver(driverId, driver, withSeen(driverAfter(driver.body, act.at), act.clientId));
      change.device(current.deviceId, device, deviceAfter(device.body, current, act.at));
      change.ended(ended);
      await change.commit();
      return { kind: 'done', current: null, left: [ended] };
    });
  }

  /** Keeps something about a check-in that is going on; one that is over stays as it is. */
  async note(
    checkIn: KeptCheckIn,
    part: Partial<Pick<KeptCheckIn, 'unlock' | 'ignition' | 'isLinked'>>,
  ): Promise<void> {
    await this.#again(async () => {
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

  /** Adds check-ins of before that are over, as from another system: to the history alone, whatever goes on now. */
  async importEnded(ended: readonly KeptCheckIn[]): Promise<void> {
    for (let from = 0; from < ended.length; from += IMPORTED_AT_ONCE) {
      const part = ended.slice(from, from + IMPORTED_AT_ONCE);
      const put = part.map((body) => ({ kind: HISTORY, key: historyKey(body), body, replaces: null }));
      await this.#store.commit({ put });
      for (const each of part) this.#hear(each);
    }
  }

  /** Keeps how far the lock of a vehicle has come. @param isOver It is locked, or will not be. */
  async noteLock(deviceId: number, since: number, isOver: boolean): Promise<boolean> {
    return this.#again(async () => {
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

  #change(act: Act): Change {
    return new Change(this.#store, { ...act, now: this.#clock.now(), hear: this.#hear, log: this.#log });
  }

  async #remember(
    { version, body }: Versioned<KeptQrDriver>,
    { clientId }: Act,
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

  async #again<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        const isOvertaken = error instanceof StorageError && error.code === 'CONFLICT';
        if (!isOvertaken || tries >= MOST_TRIES) throw error;
      }
    }
  }
}

const isSeen = ({ seen }: KeptQrDriver, { clientId }: Act): boolean =>
  clientId !== undefined && seen.includes(clientId);

interface ActNow extends Act {
  readonly now: number;
  readonly hear: HearCheckIn;
  readonly log: QrBookParts['log'];
}

/** What one act changes, with its lines of the audit log: all of it becomes durable, or nothing. */
class Change {
  readonly #store: Store;
  readonly #act: ActNow;
  readonly #put: NonNullable<ExtensionBatch['put']>[number][] = [];
  readonly #actions: NonNullable<ExtensionBatch['actions']>[number][] = [];
  readonly #told: KeptCheckIn[] = [];

  constructor(store: Store, act: ActNow) {
    this.#store = store;
    this.#act = act;
  }
  driver(id: number, { version }: Versioned<KeptQrDriver>, body: KeptQrDriver): void {
    this.#put.push({ kind: DRIVERS, key: String(id), body, replaces: version });
  }
  device(id: number, { version }: Versioned<KeptQrDevice>, body: KeptQrDevice): void {
    this.#put.push({ kind: DEVICES, key: String(id), body, replaces: version });
  }
  begun(checkIn: KeptCheckIn): void {
    this.#keep(checkIn, 'checkIn');
  }
  ended(checkIn: KeptCheckIn): void {
    this.#keep(checkIn, 'checkOut');
  }
  async commit(): Promise<void> {
    const { log, hear } = this.#act;
    await this.#store.commit({ put: this.#put, actions: log ? [] : this.#actions });
    for (const each of this.#told) hear(each);
    await log?.appendActions(this.#actions);
  }

  #keep(checkIn: KeptCheckIn, actionType: 'checkIn' | 'checkOut'): void {
    const { actor, at, now } = this.#act;
    const { driverId, deviceId, end } = checkIn;
    this.#told.push(checkIn);
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
