import { BlockList, isIPv6 } from 'node:net';
import { plainAddress } from './client-address.ts';

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Addresses and ranges of them (CIDR). An address is found in whatever notation it comes. */
export class AddressRanges {
  readonly #list = new BlockList();

  /** @throws Error with the text that is neither an address nor a range. */
  constructor(texts: readonly string[]) {
    for (const text of texts) this.#add(text);
  }

  /** False for text that is no address. */
  has(text: string): boolean {
    const address = plainAddress(text);
    return address !== null && this.#list.check(address, familyOf(address));
  }

  #add(text: string): void {
    const [bare = '', prefix, ...more] = text.split('/');
    const address = bare.includes('%') || bare.includes('[') ? null : plainAddress(bare);
    if (address === null || more.length > 0 || /^[\d.]+:\d+$/.test(bare))
      throw new Error(`${text} is neither an address nor a range`);
    const family = familyOf(address);
    if (prefix === undefined) {
      this.#list.addAddress(address, family);
      return;
    }
    const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    // The bits of an IPv4 address that is written as IPv6 would count from another place.
    if (!(bits <= BITS[family]) || (family === 'ipv4' && isIPv6(bare)))
      throw new Error(`${text} is neither an address nor a range`);
    this.#list.addSubnet(address, bits, family);
  }
}

const familyOf = (plain: string): 'ipv4' | 'ipv6' => (plain.includes('.') ? 'ipv4' : 'ipv6');
