import type { Clock } from '@rastro/base';
import type { DeviceProfile } from '@rastro/protocols';
import { StorageError } from '@rastro/storage';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import type { LinkDiary } from './link-diary.ts';

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

  constructor(directory: Directory, clock: Clock, registerUnknown: RegisterUnknown | null) {
    this.#directory = directory;
    this.#clock = clock;
    this.#registerUnknown = registerUnknown;
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
    if (device.disabled) return { ok: false, reason: 'disabled', device };
    const end = device.expirationTime;
    if (end !== null && Date.parse(end) <= this.#clock.now()) return { ok: false, reason: 'expired', device };
    return { ok: true, device };
  }

  /** The identifier under which an unknown device would be registered; null = it stays refused. */
  registrable(candidates: readonly string[]): string | null {
    const rule = this.#registerUnknown;
    return rule ? (candidates.find((candidate) => rule.pattern.test(candidate)) ?? null) : null;
  }

  async register(uniqueId: string): Promise<void> {
    const rule = this.#registerUnknown;
    if (!rule) return;
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
      if (!(error instanceof StorageError) || error.code !== 'CONFLICT') throw error;
    }
  }
}

export type Refusal = Extract<Admission, { readonly ok: false }>;

/** Remembers that a device which is known here was turned away. */
export function noteRefusal(
  { diary, clock }: { readonly diary: LinkDiary; readonly clock: Clock },
  admission: Refusal,
): void {
  const { device, reason } = admission;
  if (device && reason !== 'unknown') diary.refused(device.id, reason, clock.now());
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
