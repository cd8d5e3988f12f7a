export { AddressRanges } from './address-ranges.ts';
export { addressKey, plainAddress } from './client-address.ts';
