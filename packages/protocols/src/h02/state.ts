/** State of a connection, for the commands it may get. */
export interface H02State {
  /** The id as the unit writes it; null = none seen. */
  readonly id: string | null;
  /** When the last message arrived: commands carry the time of day of the server. */
  readonly lastMessageAt: number;
}

export const INITIAL: H02State = { id: null, lastMessageAt: 0 };
