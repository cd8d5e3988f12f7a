import { compareKeys, sortedKeys, type KeyOrder, type SortKey } from '@rastro/fleet';

/** Below this share of changed entries, moving them is cheaper than sorting everything. */
const RESORT_SHARE = 0.25;

/**
 * Slots in order. A change costs a few comparisons per changed slot and one copy of the array, never a sort of
 * everything. The comparison must order any two different slots.
 */
export class SortedSlots {
  readonly #compare: (a: number, b: number) => number;
  #slots: Int32Array = new Int32Array(0);

  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare;
  }

  get slots(): Int32Array {
    return this.#slots;
  }

  /** Takes over what is in order already; it is not copied. */
  start(slots: Int32Array): void {
    this.#slots = slots;
  }

  /**
   * Takes `moved` out and puts those of it that are `present` in at their new places.
   * @param moved Slots whose key changed, that are new, or that are gone; each once.
   */
  move(moved: readonly number[], isPresent: (slot: number) => boolean): void {
    if (moved.length === 0) return;
    const incoming = Int32Array.from(moved.filter(isPresent)).sort(this.#compare);
    const leaving = new Set(moved);
    const remaining = this.#slots.filter((slot) => !leaving.has(slot));
    if (incoming.length > remaining.length * RESORT_SHARE) {
      const all = new Int32Array(remaining.length + incoming.length);
      all.set(remaining);
      all.set(incoming, remaining.length);
      this.#slots = all.sort(this.#compare);
      return;
    }
    this.#slots = this.#merge(remaining, incoming);
  }

  #merge(remaining: Int32Array, incoming: Int32Array): Int32Array {
    const out = new Int32Array(remaining.length + incoming.length);
    let from = 0;
    let to = 0;
    for (const slot of incoming) {
      const at = this.#placeFor(remaining, slot, from);
      out.set(remaining.subarray(from, at), to);
      to += at - from;
      from = at;
      out[to++] = slot;
    }
    out.set(remaining.subarray(from), to);
    return out;
  }

  #placeFor(remaining: Int32Array, slot: number, from: number): number {
    let low = from;
    let high = remaining.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(remaining[middle] as number, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Slots by their keys; those with equal keys stay in the order in which they come. Costs one look-up per slot and
 * a sort of the different keys, so what has few of them (a state, a claim) is not sorted at all.
 * @param keys By slot.
 */
export function inKeyOrder(slots: Int32Array, keys: readonly SortKey[], how: KeyOrder): Int32Array {
  const numbers = new Map<SortKey, number>();
  const sizes: number[] = [];
  const numberOf = slots.map((slot) => {
    const key = keys[slot] ?? null;
    let number = numbers.get(key);
    if (number === undefined) {
      number = sizes.push(0) - 1;
      numbers.set(key, number);
    }
    sizes[number] = (sizes[number] as number) + 1;
    return number;
  });
  // Where the next slot of a group goes. Keys that differ and yet compare as equal (A, a) are one group.
  const groupOf = new Int32Array(sizes.length);
  const places: number[] = [];
  let place = 0;
  let last: SortKey | undefined;
  for (const key of sortedKeys([...numbers.keys()], how)) {
    if (last === undefined || compareKeys(last, key, how) !== 0) places.push(place);
    const number = numbers.get(key) as number;
    groupOf[number] = places.length - 1;
    place += sizes[number] as number;
    last = key;
  }
  const out = new Int32Array(slots.length);
  for (let at = 0; at < slots.length; at++) {
    const group = groupOf[numberOf[at] as number] as number;
    const to = places[group] as number;
    out[to] = slots[at] as number;
    places[group] = to + 1;
  }
  return out;
}
