export const DISTANCE_UNITS = ['km', 'mi', 'nmi'] as const;
export type DistanceUnit = (typeof DISTANCE_UNITS)[number];

/** @source Product spec, section 9: metres by 1000 are km, times 0.621371 miles; 1852 m are a nautical mile. */
const METRES_PER: Readonly<Record<DistanceUnit, number>> = { km: 1000, mi: 1000 / 0.621371, nmi: 1852 };

/** Converts meters to a reader's unit, not rounded. */
export const distanceIn = (metres: number, unit: DistanceUnit): number => metres / METRES_PER[unit];
/** Converts a user's input in their unit to meters. */
export const metresFrom = (distance: number, unit: DistanceUnit): number => distance * METRES_PER[unit];
