/** Frequencies that users can choose. @source docs/reference/requirements.md SPEC §9 */
export const SCHEDULE_REPEATS = ['never', 'daily', 'weekly', 'monthly', 'yearly'] as const;
export type ScheduleRepeat = (typeof SCHEDULE_REPEATS)[number];

/** When it stops to repeat. @source docs/reference/requirements.md SPEC §9 */
export const SCHEDULE_ENDS = ['never', 'count', 'until'] as const;
export type ScheduleEnd = (typeof SCHEDULE_ENDS)[number];

/** One event as a form edits it; local times in the format of form fields, `2026-01-05T08:00`. */
export interface Schedule {
  readonly start: string;
  readonly end: string;
  readonly repeat: ScheduleRepeat;
  /** Every so many days, weeks, months or years. */
  readonly interval: number;
  /** Of a weekly one: 0 = Sunday. Empty = the weekday of its start. */
  readonly weekdays: readonly number[];
  readonly ends: ScheduleEnd;
  /** Total number of occurrences, when it ends after a count. */
  readonly count: number;
  /** The last day that it may begin on, `2026-12-31`, when it ends on a date. */
  readonly until: string;
  /** Preserved from the original file. */
  readonly uid: string;
  readonly summary: string;
}

/** A calendar as the form of the product shows it: several schedules by the clock of one zone. */
export interface CalendarForm {
  readonly zone: string;
  readonly schedules: readonly Schedule[];
}
