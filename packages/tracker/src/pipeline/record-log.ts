import type { RecordNotes, Repeated } from '../messages/topics.ts';

const NOTHING: RecordNotes = { dropped: null, implausible: null, foreign: null };

/**
 * Records of each device that were not processed as they came, in memory, because it explains the present. Devices that
 * work leave nothing.
 */
export class RecordLog {
  readonly #notes = new Map<number, RecordNotes>();

  of(deviceId: number): RecordNotes {
    return this.#notes.get(deviceId) ?? NOTHING;
  }
  /** Acknowledged but not stored, e.g. as a duplicate. */
  dropped(deviceId: number, reason: string, at: number): void {
    const { dropped } = this.of(deviceId);
    this.#write(deviceId, { dropped: { at, reason, count: (dropped?.count ?? 0) + 1 } });
  }
  /** A value that cannot be was left out. */
  implausible(deviceId: number, what: string, at: number): void {
    const { implausible } = this.of(deviceId);
    this.#write(deviceId, { implausible: { at, reason: what, count: (implausible?.count ?? 0) + 1 } });
  }
  /** A sender uses another language in the name of the device. @returns the number of times since the start. */
  foreign(deviceId: number, protocol: string, at: number): number {
    const count = (this.of(deviceId).foreign?.count ?? 0) + 1;
    this.#write(deviceId, { foreign: { at, reason: protocol, count } });
    return count;
  }
  /** A position was stored: earlier drops are over. */
  accepted(deviceId: number): void {
    if (this.of(deviceId).dropped) this.#write(deviceId, { dropped: null });
  }
  forget(deviceId: number): void {
    this.#notes.delete(deviceId);
  }

  #write(deviceId: number, part: { readonly [K in keyof RecordNotes]?: Repeated | null }): void {
    this.#notes.set(deviceId, { ...this.of(deviceId), ...part });
  }
}
