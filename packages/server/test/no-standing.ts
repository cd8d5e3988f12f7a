import type { Standing } from '../src/gateway/standing.ts';

/** Everybody has paid. */
export const NO_STANDING: Standing = {
  of: () => null,
  now: async () => null,
  takeTrust: async () => false,
  toPay: async () => [],
  watch: () => {},
};
