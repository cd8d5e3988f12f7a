/** Old rows removed by one call: positions must not wait for a whole month of a log to go. */
export const REMOVED_AT_ONCE = 5000;
