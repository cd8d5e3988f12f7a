declare const unit: unique symbol;
/** Ground speed as positions store it. */
export type Knots = number & { readonly [unit]: 'kn' };
export type KmPerHour = number & { readonly [unit]: 'km/h' };

/** The one place that vouches for a bare number being knots. */
export const knots = (value: number): Knots => value as Knots;

/** Factors of the tracking API (docs/reference/tracking-api.md §1.4), used by every decoder. */
const KNOTS_PER_KMH = 0.539957;
const KNOTS_PER_MPH = 0.868976;
const KNOTS_PER_MPS = 1.94384;

export const knotsFromKmPerHour = (kmh: number): Knots => knots(kmh * KNOTS_PER_KMH);
export const knotsFromMilesPerHour = (mph: number): Knots => knots(mph * KNOTS_PER_MPH);
export const knotsFromMetresPerSecond = (mps: number): Knots => knots(mps * KNOTS_PER_MPS);

/**
 * Converts a ground speed for display.
 * @param speed Knots, >= 0, as stored on a position.
 * @returns Km/h, not rounded: rounding belongs to the formatter.
 * @source Product spec, section 9, "Units and formats": factor 1.852.
 * @example toKmPerHour(knots(10)) // 18.52
 */
export const toKmPerHour = (speed: Knots): KmPerHour => (speed * 1.852) as KmPerHour;

/** Miles per hour for display. @source Product spec, section 9: factor 1.15078. */
export const toMilesPerHour = (speed: Knots): number => speed * 1.15078;

/** Meters per second, for accelerations and averages. */
export const toMetresPerSecond = (speed: Knots): number => speed / KNOTS_PER_MPS;

export const SPEED_UNITS = ['kmh', 'mph', 'kn'] as const;
export type SpeedUnit = (typeof SPEED_UNITS)[number];

/** Converts a speed to a reader's unit, not rounded. */
export function speedIn(speed: Knots, unit: SpeedUnit): number {
  if (unit === 'kn') return speed;
  return unit === 'mph' ? toMilesPerHour(speed) : toKmPerHour(speed);
}
/** Converts a user's input in their unit to knots. */
export function knotsFrom(speed: number, unit: SpeedUnit): Knots {
  if (unit === 'kn') return knots(speed);
  return unit === 'mph' ? knotsFromMilesPerHour(speed) : knotsFromKmPerHour(speed);
}
