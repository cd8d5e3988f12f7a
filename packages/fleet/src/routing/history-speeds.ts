import { distanceM, type LatLng } from '../geometry/distance.ts';

/** Speeds by straight distance, as a fleet drove them. */
export interface HistorySpeeds {
  /** Distance driven to straight distance. */
  readonly detour: number;
  /** Speed on the road at some straight distances, the shortest first; between them it is in between. */
  readonly bands: readonly { readonly straightM: number; readonly speedMs: number }[];
}

/** Until a fleet has a history: up to 3 km about as taxis drove in a recorded town (bench/eta), farther out assumed. */
export const USUAL_SPEEDS: HistorySpeeds = {
  detour: 1.4,
  bands: [
    { straightM: 300, speedMs: 3.5 },
    { straightM: 700, speedMs: 5 },
    { straightM: 1200, speedMs: 6.2 },
    { straightM: 2000, speedMs: 7 },
    { straightM: 3000, speedMs: 8 },
    { straightM: 6000, speedMs: 9.5 },
    { straightM: 15_000, speedMs: 13 },
    { straightM: 50_000, speedMs: 18 },
    { straightM: 200_000, speedMs: 21 },
  ],
};

/** Travel between two places on an unknown road. */
export function travelByHistory(
  speeds: HistorySpeeds,
  from: LatLng,
  to: LatLng,
): { readonly seconds: number; readonly meters: number } {
  const straight = distanceM(from, to);
  const meters = straight * speeds.detour;
  return { seconds: meters / speedAt(speeds, straight), meters };
}

function speedAt({ bands }: HistorySpeeds, straightM: number): number {
  let before = bands[0];
  for (const band of bands) {
    if (band.straightM >= straightM) {
      if (before === undefined || before === band) return band.speedMs;
      const share = Math.log(straightM / before.straightM) / Math.log(band.straightM / before.straightM);
      return before.speedMs + share * (band.speedMs - before.speedMs);
    }
    before = band;
  }
  return before?.speedMs ?? 1;
}
