import { DAY_MS } from '@rastro/base';
import type { LatLng } from '@rastro/fleet';
import { AnswerMemory } from '../answer-memory.ts';
import { fieldsOf, numberIn, type AskOutside, type OutsideAnswer } from '../outside.ts';

export interface City extends LatLng {
  /** null = only the place is known. */
  readonly name: string | null;
}
export interface CityService {
  /** Template with {ip}. */
  readonly url: string;
}

const FAILURE_LIFE_MS = 900_000;
const MAX_ADDRESSES = 20_000;

/**
 * The city of an internet address, asked for at most once a day.
 * @param isPublic Private addresses have no city, and are nobody's business outside.
 */
export function createCityLookup(
  { url }: CityService,
  { ask, isPublic, now }: { ask: AskOutside; isPublic: (address: string) => boolean; now: () => number },
): (address: string) => Promise<City | null> {
  const memory = new AnswerMemory<City>({
    limit: MAX_ADDRESSES,
    lifeMs: DAY_MS,
    failureLifeMs: FAILURE_LIFE_MS,
    now,
  });
  return async (written) => {
    // A dual-stack listener writes an IPv4 address inside an IPv6 one.
    const address = written.replace(/^::ffff:(?=\d+\.)/i, '');
    if (!isPublic(address)) return null;
    return memory.answer(address, async () =>
      readCity(await ask(new URL(url.replaceAll('{ip}', encodeURIComponent(address))))),
    );
  };
}

/** @source docs/reference/integrations.md §4.3: GeoJS, ipwho.is, ipapi.co, ip-api.com, and similar ones. */
export function readCity(answer: OutsideAnswer | null): City | null {
  const fields = fieldsOf(answer);
  if (fields === null || fields['success'] === false || fields['status'] === 'fail') return null;
  const latitude = numberIn(fields['latitude'] ?? fields['lat']);
  const longitude = numberIn(fields['longitude'] ?? fields['lon']);
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    return null;
  const name = fields['city'];
  return { latitude, longitude, name: typeof name === 'string' && name.trim() !== '' ? name.trim() : null };
}
