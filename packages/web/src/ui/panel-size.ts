/** Width of a panel on the screen; the map keeps clear of it. The same numbers as in `tokens.css`. */
export const PANEL_PX = 400;
export const WIDE_PANEL_PX = 440;
export const WIDE_SCREEN_PX = 1920;
export const HEADER_PX = 52;
/** Width of the menu, folded and open. */
export const RAIL_PX = 60;
export const NAV_PX = 212;
/** Width of a panel with a table. */
export const tablePanelPx = (screenPx: number): number => Math.min(1200, Math.max(560, screenPx * 0.56));
/** Share of the space below the header that a sheet takes at first. */
export const SHEET_SHARE = 0.55;

/** Part of the map that an open panel covers, px. */
export function panelInset({ width, height, isPhone }: { width: number; height: number; isPhone: boolean }) {
  if (isPhone) return { left: 0, bottom: Math.round((height - HEADER_PX) * SHEET_SHARE) };
  return { left: width >= WIDE_SCREEN_PX ? WIDE_PANEL_PX : PANEL_PX, bottom: 0 };
}
