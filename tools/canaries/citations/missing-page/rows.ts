/** Rows of a page. @source docs/reference/lists.md §1 */
export const ROWS = 50;
