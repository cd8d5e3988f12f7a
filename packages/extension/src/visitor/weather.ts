import type { LatLng, VisitorWeather } from '@rastro/fleet';
import { AnswerMemory } from '../answer-memory.ts';
import { fieldsOf, numberIn, type AskOutside, type OutsideAnswer } from '../outside.ts';

export interface WeatherService {
  /** Address of the forecast call, e.g. `https://customer-api.open-meteo.com/v1/forecast`. */
  readonly url: string;
  /** Empty = a server that needs none. */
  readonly key: string;
}

const QUARTER_HOUR_MS = 900_000;
const FAILURE_LIFE_MS = 300_000;
const MAX_PLACES = 5000;
/** About 11 km: the same weather, and nobody outside learns where a user is. */
const PLACE_DIGITS = 1;

/** The weather at a place, asked for at most once in 15 minutes for all who are near it. */
export function createWeather(
  { url, key }: WeatherService,
  ask: AskOutside,
  now: () => number,
): (place: LatLng) => Promise<VisitorWeather | null> {
  const memory = new AnswerMemory<VisitorWeather>({
    limit: MAX_PLACES,
    lifeMs: QUARTER_HOUR_MS,
    failureLifeMs: FAILURE_LIFE_MS,
    now,
  });
  return ({ latitude, longitude }) => {
    const [lat, lon] = [rounded(latitude), rounded(longitude)];
    return memory.answer(`${lat},${lon}`, async () => {
      const address = new URL(url);
      address.searchParams.set('latitude', lat);
      address.searchParams.set('longitude', lon);
      address.searchParams.set('current', 'temperature_2m,weather_code,is_day');
      if (key !== '') address.searchParams.set('apikey', key);
      return readWeather(await ask(address));
    });
  };
}

/** Minus zero would be another key for the same place. */
const rounded = (degrees: number): string =>
  (Number(degrees.toFixed(PLACE_DIGITS)) + 0).toFixed(PLACE_DIGITS);

/** @source docs/reference/integrations.md §4.1: Open-Meteo, hosted or one's own. */
export function readWeather(answer: OutsideAnswer | null): VisitorWeather | null {
  const current = Object(fieldsOf(answer)?.['current']) as Readonly<Record<string, unknown>>;
  const temperature = numberIn(current['temperature_2m']);
  const code = numberIn(current['weather_code']);
  if (temperature === null || code === null) return null;
  return { temperature, code, isDay: numberIn(current['is_day']) !== 0 };
}
