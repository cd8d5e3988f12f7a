/** Events that a user has seen to. */
export interface AcknowledgedEvents {
  /** One by one, newest first. */
  readonly ids: readonly number[];
  /** Everything that happened until then is seen to, too: ms since 1970. */
  readonly until?: number;
  /** Of these not after all. */
  readonly open?: readonly number[];
}
