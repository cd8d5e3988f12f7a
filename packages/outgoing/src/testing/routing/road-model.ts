/** Made roads of the simulators: straight lines that are somewhat longer, driven at one speed. */
const [DETOUR, SPEED_MS, EARTH_M] = [1.35, 30 / 3.6, 6_371_000];
const RADIANS = Math.PI / 180;

export type Place = readonly [longitude: number, latitude: number];
export interface Travel {
  readonly seconds: number;
  readonly meters: number;
}

export function travelBetween([lonA, latA]: Place, [lonB, latB]: Place): Travel {
  const half =
    Math.sin(((latB - latA) * RADIANS) / 2) ** 2 +
    Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * Math.sin(((lonB - lonA) * RADIANS) / 2) ** 2;
  const meters = 2 * EARTH_M * Math.asin(Math.sqrt(half)) * DETOUR;
  return { seconds: meters / SPEED_MS, meters };
}
export const travelAlong = (places: readonly Place[]): readonly Travel[] =>
  places.slice(1).map((to, at) => travelBetween(places[at] ?? to, to));

/** Encoded polyline. */
export function encode(places: readonly Place[], digits: number): string {
  let [text, latBefore, lonBefore] = ['', 0, 0];
  const add = (value: number): void => {
    let left = value < 0 ? -value * 2 - 1 : value * 2;
    while (left >= 32) {
      text += String.fromCharCode((left % 32) + 32 + 63);
      left = Math.floor(left / 32);
    }
    text += String.fromCharCode(left + 63);
  };
  for (const [lon, lat] of places) {
    const [latNow, lonNow] = [Math.round(lat * 10 ** digits), Math.round(lon * 10 ** digits)];
    add(latNow - latBefore);
    add(lonNow - lonBefore);
    [latBefore, lonBefore] = [latNow, lonNow];
  }
  return text;
}
