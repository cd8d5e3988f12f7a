/** Width of a panel on the screen; the map keeps clear of it. The same numbers as in `tokens.css`. */
export const PANEL_PX = 400;
export const WIDE_PANEL_PX = 440;
export const WIDE_SCREEN_PX = 1920;
export const HEADER_PX = 52;
/** Width of a panel with a table. */
export const tablePanelPx = (screenPx: number): number => Math.min(1200, Math.max(560, screenPx * 0.56));
/** Share of the space below the header that a sheet takes at first. */
export const SHEET_SHARE = 0.55;
