import type { HeldParts } from './parts.ts';

/** State of a connection, for the commands it may get: the unit's identifier as sent, and its dialect. */
export interface Jt808State {
  /** As sent; null = nothing sent yet. */
  readonly idBytes: Uint8Array | null;
  readonly delimiter: number;
  /** Protocol version of the 2019 header; null = the older header. */
  readonly version: number | null;
  /** A split message on its way. */
  readonly parts: HeldParts | null;
  /** When the last message arrived. */
  readonly lastMessageAt: number;
}

export const STANDARD = 0x7e;
export const ALTERNATIVE = 0xe7;
export const INITIAL: Jt808State = {
  idBytes: null,
  delimiter: STANDARD,
  version: null,
  parts: null,
  lastMessageAt: 0,
};
