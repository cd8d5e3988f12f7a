import type { SuspensionSource } from '../src/gateway/suspension-source.ts';

/** Everybody has paid. */
export const NO_SUSPENSIONS: SuspensionSource = {
  of: () => null,
  now: async () => null,
  takeTrust: async () => false,
  toPay: async () => [],
  watch: () => {},
};
