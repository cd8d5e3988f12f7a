/** Durations in milliseconds; days are those of 24 hours. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const WEEK_MS = 604_800_000;

/** The same in seconds. */
export const MINUTE_S = 60;
export const HOUR_S = 3600;
export const DAY_S = 86_400;
