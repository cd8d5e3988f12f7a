/** Something that was counted, as plain data. */
export type LimitNews = Readonly<Record<string, string | number>>;

/** Limits that the processes of an installation count together: each tells the others what it counts. */
export interface Limits {
  /**
   * @param follow Called with what other processes have counted for the limit of this name.
   * @returns tells the others.
   */
  join(name: string, follow: (news: LimitNews) => void): (news: LimitNews) => void;
}

/** Of a process that has no others. */
export const ALONE: Limits = { join: () => () => {} };
