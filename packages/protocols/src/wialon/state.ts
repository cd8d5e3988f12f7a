export interface WialonState {
  /** The login said version 2, whose messages end with a checksum. */
  readonly summed: boolean;
}

export const INITIAL: WialonState = { summed: false };
