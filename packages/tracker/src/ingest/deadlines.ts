import { type Timer, host } from '@rastro/base/host';

/** Steps in which time is counted here: nothing ends early, and nothing a whole step late. */
const STEP_MS = 250;

/** Something that ends when its time is over. */
export interface Expiring {
  /** The step in which it is over; a later one puts it off at no cost. */
  dueStep: number;
  /** The step in which it is looked at next: of `Deadlines` alone. */
  slot: number;
  expire(): void;
}

/**
 * Deadlines of very many things, of which nearly all are put off again and again: one timer for all of them, and no
 * object for each. A thing waits in the slot of its deadline; when that comes it ends, or moves to the slot of the later
 * deadline that it has meanwhile.
 */
export class Deadlines {
  readonly #slots = new Map<number, Set<Expiring>>();
  #timer: Timer | null = null;
  #timerStep = Infinity;

  /** The step in which something is over that may take so long from now. */
  stepAfter(ms: number): number {
    return Math.ceil((host.elapsed() + ms) / STEP_MS);
  }

  /** Its deadline counts from now on, also an earlier one than before. */
  watch(item: Expiring): void {
    this.forget(item);
    this.#place(item);
    this.#wakeIn(item.slot);
  }
  forget(item: Expiring): void {
    const items = this.#slots.get(item.slot);
    if (items?.delete(item) && items.size === 0) this.#slots.delete(item.slot);
  }

  #place(item: Expiring): void {
    item.slot = item.dueStep;
    const items = this.#slots.get(item.slot);
    if (items) items.add(item);
    else this.#slots.set(item.slot, new Set([item]));
  }

  #wakeIn(step: number): void {
    if (step >= this.#timerStep) return;
    host.clearTimeout(this.#timer);
    this.#timerStep = step;
    this.#timer = host.setTimeout(() => this.#pass(), step * STEP_MS - host.elapsed()).unref();
  }

  #pass(): void {
    this.#timerStep = Infinity;
    const now = Math.floor(host.elapsed() / STEP_MS);
    for (const [slot, items] of this.#slots) {
      if (slot > now) continue;
      this.#slots.delete(slot);
      for (const item of items) {
        if (item.dueStep > now) this.#place(item);
        else item.expire();
      }
    }
    this.#wakeIn(Math.min(...this.#slots.keys()));
  }
}
