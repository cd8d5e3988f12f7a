import type { Repeated } from '../messages/topics.ts';

/**
 * Positions of each device that were acknowledged but not kept, e.g. as duplicates, since the last one that was:
 * in memory, because it explains the present. Devices that work leave nothing.
 */
export class DropDiary {
  readonly #drops = new Map<number, Repeated>();

  of(deviceId: number): Repeated | null {
    return this.#drops.get(deviceId) ?? null;
  }
  dropped(deviceId: number, reason: string, at: number): void {
    this.#drops.set(deviceId, { at, reason, count: (this.of(deviceId)?.count ?? 0) + 1 });
  }
  /** A position was kept. */
  kept(deviceId: number): void {
    this.#drops.delete(deviceId);
  }
  forget(deviceId: number): void {
    this.#drops.delete(deviceId);
  }
}
