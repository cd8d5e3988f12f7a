import { addressKey } from '@rastro/base/addresses';

/**
 * Connections that have not identified themselves yet, by address. Each may take its time; no address may hold more of
 * them than a whole depot behind it needs.
 */
export class Strangers {
  readonly #max: number;
  readonly #byAddress = new Map<string, number>();
  /** Address of each; one that is known takes no memory here. */
  readonly #addresses = new Map<object, string>();

  readonly #isShared: (address: string) => boolean;

  /**
   * @param max At one address.
   * @param isShared Whether an address is that of whole fleets, and is not counted.
   */
  constructor(max: number, isShared: (address: string) => boolean = () => false) {
    this.#max = max;
    this.#isShared = isShared;
  }

  /** @returns false = there are too many of this address. */
  admit(connection: object, from: string): boolean {
    if (this.#isShared(from)) return true;
    const address = addressKey(from);
    const before = this.#byAddress.get(address) ?? 0;
    if (before >= this.#max) return false;
    this.#byAddress.set(address, before + 1);
    this.#addresses.set(connection, address);
    return true;
  }

  /** It is known, or gone. */
  leave(connection: object): void {
    const address = this.#addresses.get(connection);
    if (address === undefined) return;
    this.#addresses.delete(connection);
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, left);
  }
}
