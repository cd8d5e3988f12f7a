import { type Clock, isConflict } from '@rastro/base';
import type { DeviceProfile } from '@rastro/protocols';
import { isHiddenDevice } from '@rastro/fleet';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import type { Arrivals } from './arrivals.ts';
import type { ConnectionLog } from './connection-log.ts';

export interface RegisterUnknown {
  /** Only identifiers of this form are registered. */
  readonly pattern: RegExp;
  readonly category: string | null;
  readonly groupId: number;
}
export type Admission =
  | { readonly ok: true; readonly device: DeviceEntity }
  | {
      readonly ok: false;
      readonly reason: 'unknown' | 'disabled' | 'expired' | 'secret';
      /** Null = unknown. */
      readonly device: DeviceEntity | null;
    };

/** Decides which devices may talk to us. Asked for every message, so that disabling takes effect at once. */
export class DeviceGate {
  readonly #directory: Directory;
  readonly #clock: Clock;
  readonly #registerUnknown: RegisterUnknown | null;
  readonly #deviceLimit: () => number;
  /** Devices that a safe deletion hid: they take nobody's place. */
  readonly #hidden = new Set<number>();
  /** Identifiers that an administrator rejected, and the hidden device of each. */
  readonly #rejected = new Map<string, number>();
  #registering = 0;

  /** @param options.deviceLimit Devices that the installation may have, now. */
  constructor(
    directory: Directory,
    options: {
      readonly clock: Clock;
      readonly registerUnknown: RegisterUnknown | null;
      readonly deviceLimit: () => number;
    },
  ) {
    this.#directory = directory;
    this.#clock = options.clock;
    this.#registerUnknown = options.registerUnknown;
    this.#deviceLimit = options.deviceLimit;
    for (const device of directory.devices.inOrder()) this.#add(device);
    directory.devices.watch(({ before, after }) => {
      if (before) this.#drop(before);
      if (after) this.#add(after);
    });
  }

  #add(device: DeviceEntity): void {
    if (!isHiddenDevice(device)) return;
    this.#hidden.add(device.id);
    if (device.rejectedId !== undefined) this.#rejected.set(device.rejectedId, device.id);
  }
  #drop({ id, rejectedId }: DeviceEntity): void {
    this.#hidden.delete(id);
    if (rejectedId !== undefined && this.#rejected.get(rejectedId) === id) this.#rejected.delete(rejectedId);
  }

  /** @param candidates Identifiers found in a message, best first. */
  admit(candidates: readonly string[]): Admission {
    for (const uniqueId of candidates) {
      const device = this.#directory.devices.byKey(uniqueId);
      if (device) return this.check(device);
    }
    return { ok: false, reason: 'unknown', device: null };
  }

  check(device: DeviceEntity): Admission {
    if (device.disabled || isHiddenDevice(device)) return { ok: false, reason: 'disabled', device };
    const end = device.expirationTime;
    if (end !== null && Date.parse(end) <= this.#clock.now()) return { ok: false, reason: 'expired', device };
    return { ok: true, device };
  }

  /** The identifier under which an unknown device would be registered; null = still rejected. */
  registrable(candidates: readonly string[]): string | null {
    const rule = this.#registerUnknown;
    if (!rule || !this.#hasCapacity) return null;
    // A rejected one does not come in by another of its identifiers.
    if (candidates.some((uniqueId) => this.#rejected.has(uniqueId))) return null;
    const isFit = (uniqueId: string): boolean => rule.pattern.test(uniqueId) && !isHiddenDevice({ uniqueId });
    return candidates.find(isFit) ?? null;
  }

  get #hasCapacity(): boolean {
    const there = this.#directory.devices.size - this.#hidden.size + this.#registering;
    return there < this.#deviceLimit();
  }

  async register(uniqueId: string): Promise<void> {
    const rule = this.#registerUnknown;
    if (!rule || !this.#hasCapacity) return;
    this.#registering++;
    try {
      await this.#directory.devices.create({
        attributes: {},
        groupId: rule.groupId,
        calendarId: 0,
        name: uniqueId,
        uniqueId,
        phone: null,
        model: null,
        contact: null,
        category: rule.category,
        disabled: false,
        expirationTime: null,
      });
    } catch (error) {
      // Two connections of one new device race: the other one has registered it.
      if (!isConflict(error)) throw error;
    } finally {
      this.#registering--;
    }
  }
}

export type Rejection = Extract<Admission, { readonly ok: false }>;

/** Remembers that a device was turned away: with the device, or its identifiers where nobody here knows it. */
export function noteRejection(
  {
    connectionLog,
    clock,
    arrivals,
  }: { readonly connectionLog: ConnectionLog; readonly clock: Clock; readonly arrivals: Arrivals },
  admission: Rejection,
  { protocol, candidates }: { readonly protocol: string; readonly candidates: readonly string[] },
): void {
  const { device, reason } = admission;
  if (reason === 'unknown') arrivals.unknown(protocol, candidates);
  if (device && reason !== 'unknown') connectionLog.rejected(device.id, reason, clock.now());
}

export function profileOf(device: DeviceEntity): DeviceProfile {
  const zone = device.attributes['decoder.timezone'];
  return {
    uniqueId: device.uniqueId,
    model: device.model,
    timeZone: typeof zone === 'string' && zone !== '' ? zone : null,
    options: device.attributes,
  };
}
