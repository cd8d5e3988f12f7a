/** What a person has seen to, in every browser of his; newest first. */
export interface AcknowledgedEvents {
  readonly ids: readonly number[];
}
