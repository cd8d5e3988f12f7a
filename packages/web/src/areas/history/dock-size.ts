/** Heights of the dock's parts, px: the map keeps clear of what they add up to. */
export const PLAYER_PX = 52;
export const STRIP_PX = 28;
/** Below a strip, where drivers are known. */
export const DRIVER_PX = 13;
export const CHART_PX = 96;
export const AXIS_PX = 20;
const EDGE_PX = 9;

export const dockPx = (vehicles: number, hasDrivers: boolean): number =>
  PLAYER_PX +
  Math.max(1, vehicles) * (STRIP_PX + (hasDrivers ? DRIVER_PX : 0)) +
  CHART_PX +
  AXIS_PX +
  EDGE_PX;

/** On a phone the clock has a line of its own, and there is no chart. */
export const insidePx = (vehicles: number): number => 2 * PLAYER_PX + vehicles * STRIP_PX + AXIS_PX;
