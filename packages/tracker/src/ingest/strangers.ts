import { addressKey } from '@rastro/base/addresses';

/**
 * Connections that have not identified themselves yet, by address. Each may take its time; no address may hold more of
 * them than a whole depot behind it needs.
 */
export class Strangers {
  readonly #max: number;
  readonly #byAddress = new Map<string, number>();

  /** @param max At one address. */
  constructor(max: number) {
    this.#max = max;
  }

  /** @returns a function to call when it is known, or gone; null = there are too many of this address. */
  admit(from: string): (() => void) | null {
    const address = addressKey(from);
    const before = this.#byAddress.get(address) ?? 0;
    if (before >= this.#max) return null;
    this.#byAddress.set(address, before + 1);
    let isStranger = true;
    return () => {
      if (!isStranger) return;
      isStranger = false;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(address);
      else this.#byAddress.set(address, left);
    };
  }
}
