import type { QuarterSums, Sums } from '@rastro/fleet/trips';
import type { TripReader } from '@rastro/storage';

/** Sums of a device; with a driver, of what that driver did. */
export interface Share {
  readonly driver: string | null;
  readonly sums: Sums;
}
/** A device at a moment at which nothing of its history was missing. */
export interface KnownDevice {
  /** Those that the newest records add to the stored days. */
  readonly quarters: readonly QuarterSums[];
  /** Time of the newest record in them. */
  readonly end: number;
  /** Sums that were asked for, by their period; the newest last. */
  readonly sums: Map<string, readonly Share[]>;
  /** The same of the stored days alone: they stay while records only come behind these. */
  readonly stored: Map<string, readonly Share[]>;
}
/** Texts that are equal as long as something is the same. */
export interface DeviceMark {
  /** The stored history. */
  readonly history: string;
  /** Records from its last one on. */
  readonly news: string;
}

/** Quarters and sums of all devices together: some hundred characters each. */
const MAX_ENTRIES = 200_000;
/** Periods of a device: those of an overview, and the ones that they are compared with. */
const MAX_PERIODS = 6;

/**
 * Remembers of each device what its newest records add, and sums that were asked for, for as long as its history and
 * these records are the same: working that out again for a fleet takes longer than reading a year of it. Those that
 * were asked for longest ago go first.
 */
export class FreshMemory {
  readonly #known = new Map<number, { readonly mark: DeviceMark; readonly device: KnownDevice }>();
  readonly #limit: number;
  #entries = 0;

  constructor(limit = MAX_ENTRIES) {
    this.#limit = limit;
  }

  /** Quarters and sums in it. */
  get entries(): number {
    return this.#entries;
  }

  /** @param mark Of its history and its newest records. */
  get(deviceId: number, mark: DeviceMark): KnownDevice | null {
    const known = this.#known.get(deviceId);
    if (known?.mark.history !== mark.history || known.mark.news !== mark.news) return null;
    this.#known.delete(deviceId);
    this.#known.set(deviceId, known);
    return known.device;
  }

  set(deviceId: number, mark: DeviceMark, found: Pick<KnownDevice, 'quarters' | 'end'>): KnownDevice {
    const before = this.#known.get(deviceId);
    const stored = new Map(before?.mark.history === mark.history ? before.device.stored : []);
    this.#remove(deviceId);
    const device = { ...found, sums: new Map<string, readonly Share[]>(), stored };
    this.#known.set(deviceId, { mark, device });
    this.#grow(sizeOf(device));
    return device;
  }

  /** Remembers sums of a device, if it is still known. @param of Of all, or of the stored days alone. */
  addSums(
    deviceId: number,
    device: KnownDevice,
    { period, of }: { readonly period: string; readonly of: 'sums' | 'stored' },
    shares: readonly Share[],
  ): void {
    const sums = device[of];
    const isKnown = this.#known.get(deviceId)?.device === device;
    const before = sizeOf(device);
    const [oldest] = sums.keys();
    if (sums.size >= MAX_PERIODS && oldest !== undefined) sums.delete(oldest);
    sums.set(period, shares);
    if (isKnown) this.#grow(sizeOf(device) - before);
  }

  #grow(by: number): void {
    this.#entries += by;
    for (const [oldest] of this.#known) {
      if (this.#entries <= this.#limit) return;
      this.#remove(oldest);
    }
  }

  #remove(deviceId: number): void {
    const known = this.#known.get(deviceId);
    if (!known) return;
    this.#known.delete(deviceId);
    this.#entries -= sizeOf(known.device);
  }
}

/** One that adds nothing takes some memory, too. */
function sizeOf({ quarters, sums, stored }: KnownDevice): number {
  let size = quarters.length + 1;
  // Where the newest records add nothing, both are one.
  for (const [period, shares] of sums) if (stored.get(period) !== shares) size += shares.length;
  for (const shares of stored.values()) size += shares.length;
  return size;
}

const ofReaders = new WeakMap<TripReader, FreshMemory>();

/** The memory of a thread: one for each of its readers, which has a store of its own. */
export function freshMemoryOf(reader: TripReader): FreshMemory {
  const known = ofReaders.get(reader);
  if (known) return known;
  const memory = new FreshMemory();
  ofReaders.set(reader, memory);
  return memory;
}
