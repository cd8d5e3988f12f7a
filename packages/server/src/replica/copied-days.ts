import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { PrivateStorage } from '@rastro/storage';

/** A UTC day of a device whose positions are copied. Times are milliseconds since 1970. */
export interface CopiedDay {
  /** Positions that day. */
  readonly count: number;
  /** When all of the day was read last. */
  readonly readAt: number;
  /** When its end was read last: what came with newer fix times is copied up to here. */
  readonly endReadAt: number;
  /** Day on which a report needed it last. */
  readonly usedOn: number;
}
/** Copied days of a device, by their number: floor(time / 86 400 000). */
export type CopiedDevice = Map<number, CopiedDay>;

/** Name of the stored value. */
const NAME = 'copiedDays';
/** The clocks of two servers differ, and a message is noted before its positions are stored. */
const CLOCKS_MS = 2 * MINUTE_MS;
const END_AGAIN_MS = 5000;

/** Days by their age, and for how long what was read of them counts: late records come soon or never. */
const REREAD = [
  { youngerThanMs: 2 * DAY_MS, afterMs: 15 * MINUTE_MS },
  { youngerThanMs: 7 * DAY_MS, afterMs: HOUR_MS },
  { youngerThanMs: 35 * DAY_MS, afterMs: DAY_MS },
  { youngerThanMs: Infinity, afterMs: 7 * DAY_MS },
] as const;

export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
export const startOf = (day: number): number => day * DAY_MS;
export const endOf = (day: number): number => (day + 1) * DAY_MS - 1;

/**
 * Part of a day that has to be read now: all of it, its end, or nothing.
 * @param lastUpdate Last message of the device, as the tracking server says; null = never, or unknown.
 */
export function toRead(
  day: number,
  copied: CopiedDay | undefined,
  { now, lastUpdate }: { readonly now: number; readonly lastUpdate: number | null },
): 'day' | 'end' | null {
  if (!copied) return 'day';
  const quietSince = lastUpdate === null ? now : lastUpdate + CLOCKS_MS;
  // A device that has sent nothing since has no new positions, late ones neither.
  if (copied.readAt > quietSince) return null;
  const age = now - endOf(day);
  const afterMs = REREAD.find(({ youngerThanMs }) => age < youngerThanMs)?.afterMs ?? 0;
  if (copied.readAt <= now - afterMs) return 'day';
  return age < 0 && copied.endReadAt <= now - END_AGAIN_MS && copied.endReadAt <= quietSince ? 'end' : null;
}

/** Which days of which devices are copied; stored beside the positions, after them. */
export class CopiedDays {
  readonly #storage: PrivateStorage;
  readonly #devices: Map<number, CopiedDevice>;

  private constructor(storage: PrivateStorage, devices: Map<number, CopiedDevice>) {
    this.#storage = storage;
    this.#devices = devices;
  }

  static async load(storage: PrivateStorage): Promise<CopiedDays> {
    const devices = new Map<number, CopiedDevice>();
    for (const { ownerId, name, value } of await storage.privateValues())
      if (name === NAME) devices.set(ownerId, read(value));
    return new CopiedDays(storage, devices);
  }

  of(deviceId: number): CopiedDevice {
    const known = this.#devices.get(deviceId) ?? new Map<number, CopiedDay>();
    this.#devices.set(deviceId, known);
    return known;
  }
  deviceIds(): readonly number[] {
    return [...this.#devices.keys()];
  }
  /** Positions of all devices. */
  count(): number {
    let count = 0;
    for (const days of this.#devices.values()) for (const day of days.values()) count += day.count;
    return count;
  }
  async save(deviceId: number): Promise<void> {
    await this.#storage.putPrivateValue({ ownerId: deviceId, name: NAME, value: text(this.of(deviceId)) });
  }
  async forget(deviceId: number): Promise<void> {
    this.#devices.delete(deviceId);
    await this.#storage.removePrivateValue(deviceId, NAME);
  }
}

type DayRow = readonly [day: number, count: number, readAt: number, endReadAt: number, usedOn: number];

function read(value: string): CopiedDevice {
  const rows: readonly DayRow[] = JSON.parse(value);
  return new Map(
    rows.map(
      ([day, count, readAt, endReadAt, usedOn]) => [day, { count, readAt, endReadAt, usedOn }] as const,
    ),
  );
}

function text(days: CopiedDevice): string {
  const rows = [...days].map(([day, { count, readAt, endReadAt, usedOn }]): DayRow => [
    day,
    count,
    readAt,
    endReadAt,
    usedOn,
  ]);
  return JSON.stringify(rows);
}
