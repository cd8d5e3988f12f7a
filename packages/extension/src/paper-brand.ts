/** Brand at the head of a paper. */
export interface PaperBrand {
  readonly brand: string;
  /** `#rrggbb`, readable on white. */
  readonly colour: string;
  /** PNG; null = none. */
  readonly logo: Uint8Array | null;
}
