/** Rows of a page. @source SPEC §9 */
export const ROWS = 50;
