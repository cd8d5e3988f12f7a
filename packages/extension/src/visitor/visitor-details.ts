import type { LatLng, User, VisitorDetails } from '@rastro/fleet';
import type { ExtensionCall, ExtensionReply } from '../extension-route.ts';
import { createCityLookup, type CityService } from './city.ts';
import { numberIn, type AskOutside } from '../outside.ts';
import { createWeather, type WeatherService } from './weather.ts';

export interface VisitorOptions {
  /** null = off. */
  readonly weather: WeatherService | null;
  readonly city: CityService | null;
  readonly ask: AskOutside;
  readonly isPublicAddress: (address: string) => boolean;
  /** Counts a call. @returns seconds to wait; 0 = go ahead. */
  readonly waitSeconds: (userId: number) => number;
  readonly now: () => number;
}

type VisitorCall = Pick<ExtensionCall<'GET /visitor'>, 'address' | 'query'> & {
  readonly caller: Pick<User, 'id'>;
};
const NOTHING: VisitorDetails = { city: null, weather: null };

/**
 * City and weather for the header (docs/reference/requirements.md SPEC §2): of the caller's internet address, else of
 * the place that the caller names, which is the centre of the map. What is off or does not answer is left out, never an
 * error.
 */
export function visitorDetails(options: VisitorOptions): (call: VisitorCall) => Promise<ExtensionReply> {
  const { ask, now, isPublicAddress: isPublic } = options;
  const cityOf = options.city === null ? null : createCityLookup(options.city, { ask, isPublic, now });
  const weatherAt = options.weather === null ? null : createWeather(options.weather, ask, now);
  return async ({ caller, address, query }) => {
    if (cityOf === null && weatherAt === null) return { status: 200, body: NOTHING };
    const seconds = options.waitSeconds(caller.id);
    if (seconds > 0) {
      const headers = { 'retry-after': String(seconds) };
      return { status: 429, headers, body: `Too many tries - Wait ${seconds} seconds` };
    }
    const city = cityOf === null ? null : await cityOf(address);
    const place = city ?? placeIn(query);
    const weather = weatherAt === null || place === null ? null : await weatherAt(place);
    return { status: 200, body: { city: city?.name ?? null, weather } satisfies VisitorDetails };
  };
}

function placeIn(query: VisitorCall['query']): LatLng | null {
  const latitude = numberIn(query.latitude);
  const longitude = numberIn(query.longitude);
  if (latitude === null || longitude === null) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
