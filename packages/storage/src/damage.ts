/** Damage in stored data. */
export interface Damage {
  /** Its file, below the data folder: `rastro.sqlite`. */
  readonly database: string;
  /** Null = not known to be of one table. */
  readonly table: string | null;
  /** In the words of the database. */
  readonly detail: string;
}
