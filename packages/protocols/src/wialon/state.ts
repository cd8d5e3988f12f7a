export interface WialonState {
  /** The login announced version 2, whose messages end with a checksum. */
  readonly summed: boolean;
}

export const INITIAL: WialonState = { summed: false };
