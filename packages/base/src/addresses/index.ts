export { addressKey, plainAddress } from './client-address.ts';
