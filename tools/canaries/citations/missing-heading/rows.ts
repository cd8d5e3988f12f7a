/** Rows of a page. @source docs/reference/tracking-api.md §3.6 */
export const ROWS = 50;
