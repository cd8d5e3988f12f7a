/** Rows of a page. @source reference/tracking-api.md §3.5 */
export const ROWS = 50;
