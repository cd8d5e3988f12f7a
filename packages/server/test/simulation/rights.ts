import type { Scheduler } from './scheduler.ts';

/** Permission changes reach open browsers within so long. */
const WITHIN_MS = 2000;

/** Rights of users to devices as the world knows them: granted, taken, or uncertain after an answer that never came. */
export class Rights {
  readonly #scheduler: Scheduler;
  readonly #held = new Map<string, { isHeld: boolean; isUnsure: boolean; changedAt: number }>();
  /** Those who see everything. */
  readonly administrators = new Set<number>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  holds(userId: number, deviceId: number): boolean {
    return this.#held.get(keyOf(userId, deviceId))?.isHeld === true;
  }
  /** A change was asked for: nobody knows when it happens. */
  ask(userId: number, deviceId: number): void {
    const before = this.#held.get(keyOf(userId, deviceId));
    this.#held.set(keyOf(userId, deviceId), {
      isHeld: before?.isHeld === true,
      isUnsure: true,
      changedAt: 0,
    });
  }
  /** It has happened. */
  settle(userId: number, deviceId: number, isHeld: boolean): void {
    this.#held.set(keyOf(userId, deviceId), { isHeld, isUnsure: false, changedAt: this.#scheduler.now });
  }
  /** Whether a frame about a device may reach a user now. */
  mayHave(userId: number, deviceId: number): boolean {
    if (this.administrators.has(userId)) return true;
    const right = this.#held.get(keyOf(userId, deviceId));
    if (!right) return false;
    return right.isHeld || right.isUnsure || this.#scheduler.now - right.changedAt <= WITHIN_MS;
  }
  /** Devices that a user has for sure. */
  sureOf(userId: number): readonly number[] {
    return [...this.#held].flatMap(([key, { isHeld, isUnsure }]) => {
      const [user, device] = key.split(' ').map(Number);
      return user === userId && isHeld && !isUnsure && device !== undefined ? [device] : [];
    });
  }
}

const keyOf = (userId: number, deviceId: number): string => `${userId} ${deviceId}`;
