import { host } from '@rastro/base/host';
import { systemClock, Throttle } from '@rastro/base';
import type { PostcodeOptions, VisitorOptions } from '@rastro/extension';
import { createSafeFetch, isPublicAddress } from '@rastro/outgoing';
import type { Settings } from './registry.ts';

const TIMEOUT_MS = 3000;
const QUARTER_HOUR_MS = 900_000;
/** Per user in a quarter of an hour; a page asks once. */
const VISITOR_CALLS = 60;
/** A user who types in customers. */
const POSTCODE_CALLS = 120;

/** The outside is asked only at public addresses, unless that is allowed. */
export function askOutside({ ALLOW_PRIVATE_URLS: allowPrivate }: Settings): VisitorOptions['ask'] {
  const fetch = createSafeFetch({ allowPrivate, timeoutMs: TIMEOUT_MS });
  return async (url) => {
    const headers = { accept: 'application/json', 'user-agent': 'Rastro' };
    const answer = await fetch({ method: 'GET', url, headers }, host.timeout(TIMEOUT_MS));
    return answer.ok ? answer.value : null;
  };
}

function waitSeconds(calls: number): (userId: number) => number {
  const perUser = new Throttle(calls, QUARTER_HOUR_MS, systemClock);
  return (userId) => {
    const seconds = perUser.waitSeconds(String(userId));
    perUser.count(String(userId));
    return seconds;
  };
}

/** City and weather for the header. */
export function visitorOptions(settings: Settings): VisitorOptions {
  const { WEATHER_URL, WEATHER_KEY: key, CITY_URL } = settings;
  return {
    weather: WEATHER_URL === null ? null : { url: WEATHER_URL, key },
    city: CITY_URL === null ? null : { url: CITY_URL },
    ask: askOutside(settings),
    isPublicAddress,
    waitSeconds: waitSeconds(VISITOR_CALLS),
    now: () => host.now(),
  };
}

/** Addresses of postcodes for forms. */
export const postcodeOptions = (settings: Settings): PostcodeOptions => ({
  url: settings.POSTCODE_URL,
  ask: askOutside(settings),
  waitSeconds: waitSeconds(POSTCODE_CALLS),
  now: () => host.now(),
});
