import { crc32 } from 'node:zlib';
import type { StreamProtocol } from '@rastro/protocols';

/** A frame as far as its checksum decides whether it is taken. */
interface CheckedFrame {
  readonly deviceId: number;
  readonly bytes: Uint8Array;
  readonly intact: boolean;
  readonly hasRecords: boolean;
}

/**
 * Remembers whose checksums have been right. Cheap devices compute them wrongly and are believed all the same; of a
 * device that can compute them a wrong one is damage, so its frame is neither stored nor answered, and the device sends
 * it again. The same bytes once more are no damage: they are what the device has to say.
 */
export class Checksums {
  /** Both grow with the devices that are known, by a number each. */
  readonly #right = new Set<number>();
  readonly #rejected = new Map<number, number>();

  /** @returns false where the frame must be left unanswered. */
  accepts({ resendsUnanswered }: Pick<StreamProtocol, 'resendsUnanswered'>, frame: CheckedFrame): boolean {
    const { deviceId, bytes, intact, hasRecords } = frame;
    if (resendsUnanswered !== true || !hasRecords) return true;
    if (intact) {
      this.#right.add(deviceId);
      this.#rejected.delete(deviceId);
      return true;
    }
    if (!this.#right.has(deviceId)) return true;
    const print = crc32(bytes);
    const isRepeated = this.#rejected.get(deviceId) === print;
    if (!isRepeated) this.#rejected.set(deviceId, print);
    return isRepeated;
  }
}
