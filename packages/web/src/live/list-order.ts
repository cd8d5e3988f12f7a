/** Below this share of changed entries, moving them is cheaper than sorting everything. */
const RESORT_SHARE = 0.25;

/**
 * Slots kept in order. A change costs a few comparisons per changed slot and one copy of the array,
 * never a sort of everything. The comparison must order any two different slots.
 */
export class KeptOrder {
  readonly #compare: (a: number, b: number) => number;
  #slots: Int32Array = new Int32Array(0);

  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare;
  }

  get slots(): Int32Array {
    return this.#slots;
  }

  reset(slots: Iterable<number>): void {
    this.#slots = Int32Array.from(slots).sort(this.#compare);
  }

  /**
   * Takes `moved` out and puts those of it that are `present` in at their new places.
   * @param moved Slots whose key changed, that are new, or that are gone; each once.
   */
  move(moved: readonly number[], isPresent: (slot: number) => boolean): void {
    if (moved.length === 0) return;
    const incoming = Int32Array.from(moved.filter(isPresent)).sort(this.#compare);
    const leaving = new Set(moved);
    const kept = this.#slots.filter((slot) => !leaving.has(slot));
    if (incoming.length > kept.length * RESORT_SHARE) {
      const all = new Int32Array(kept.length + incoming.length);
      all.set(kept);
      all.set(incoming, kept.length);
      this.#slots = all.sort(this.#compare);
      return;
    }
    this.#slots = this.#merge(kept, incoming);
  }

  #merge(kept: Int32Array, incoming: Int32Array): Int32Array {
    const out = new Int32Array(kept.length + incoming.length);
    let from = 0;
    let to = 0;
    for (const slot of incoming) {
      const at = this.#placeFor(kept, slot, from);
      out.set(kept.subarray(from, at), to);
      to += at - from;
      from = at;
      out[to++] = slot;
    }
    out.set(kept.subarray(from), to);
    return out;
  }

  #placeFor(kept: Int32Array, slot: number, from: number): number {
    let low = from;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(kept[middle] as number, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
