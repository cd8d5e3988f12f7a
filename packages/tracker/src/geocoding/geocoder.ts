import { host } from '@rastro/base/host';
import { fail, ok, type Clock, type Result } from '@rastro/base';
import {
  type DeliveryFailure,
  type OutgoingAnswer,
  retryAfterMs,
  type SafeFetch,
  unavailable,
} from '@rastro/outgoing';
import { addressIn, placesIn, type GeocoderType, type Place } from './answers.ts';

export interface GeocoderOptions {
  readonly type: GeocoderType;
  /** Without a trailing slash. */
  readonly url: string;
  /** Questions that it may be asked in the background; absent = 5. */
  readonly perSecond?: number;
}
/** Addresses of places, and places of addresses, by a service that the operator has set. */
export interface Geocoder {
  readonly enabled: boolean;
  /** Questions that it may be asked in the background. */
  readonly perSecond: number;
  /** @returns null when nothing is known there. */
  reverse(
    latitude: number,
    longitude: number,
    language: string,
  ): Promise<Result<string | null, DeliveryFailure>>;
  search(text: string, language: string): Promise<Result<readonly Place[], DeliveryFailure>>;
}

const PER_SECOND = 5;
const MAX_CACHED = 20_000;
const NOTHING_LIFE_MS = 3_600_000;
const REST_MS = 60_000;
const FAILURES_TO_REST = 5;
const PATIENCE_MS = 5000;
const MAX_PLACES = 8;

export function createGeocoder(
  options: GeocoderOptions | null,
  fetch: SafeFetch,
  { clock, onRequest }: { readonly clock: Clock; readonly onRequest: () => void },
): Geocoder {
  if (!options) {
    const off = async () => fail<DeliveryFailure>({ code: 'unauthorized', detail: 'no geocoder is set' });
    return { enabled: false, perSecond: 0, reverse: off, search: off };
  }
  return new CachingGeocoder(options, fetch, clock, onRequest);
}

interface CacheEntry {
  readonly address: string | null;
  readonly until: number;
}

/**
 * Asks once for places about 11 m apart, caches the answers, lets equal requests wait for one answer, and pauses for a
 * minute when the service fails.
 */
class CachingGeocoder implements Geocoder {
  readonly enabled = true;
  readonly perSecond: number;
  readonly #options: GeocoderOptions;
  readonly #fetch: SafeFetch;
  readonly #clock: Clock;
  readonly #onRequest: () => void;
  readonly #cache = new Map<string, CacheEntry>();
  readonly #asking = new Map<string, Promise<Result<string | null, DeliveryFailure>>>();
  #failures = 0;
  #restUntil = 0;

  constructor(options: GeocoderOptions, fetch: SafeFetch, clock: Clock, onRequest: () => void) {
    this.#options = options;
    this.perSecond = options.perSecond ?? PER_SECOND;
    this.#fetch = fetch;
    this.#clock = clock;
    this.#onRequest = onRequest;
  }

  async reverse(
    latitude: number,
    longitude: number,
    language: string,
  ): Promise<Result<string | null, DeliveryFailure>> {
    const place = [latitude.toFixed(4), longitude.toFixed(4)] as const;
    const key = `${place.join()} ${language}`;
    const cached = this.#cache.get(key);
    if (cached && cached.until > this.#clock.now()) return ok(cached.address);
    const waiting = this.#asking.get(key);
    if (waiting) return waiting;
    const asking = this.#askAddress(key, place, language).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async search(text: string, language: string): Promise<Result<readonly Place[], DeliveryFailure>> {
    const answer = await this.#ask(SEARCH[this.#options.type](text, language));
    return answer.ok ? ok(placesIn(this.#options.type, answer.value).slice(0, MAX_PLACES)) : answer;
  }

  async #askAddress(
    key: string,
    [lat, lon]: readonly [string, string],
    language: string,
  ): Promise<Result<string | null, DeliveryFailure>> {
    const answer = await this.#ask(REVERSE[this.#options.type](lat, lon, language));
    if (!answer.ok) return answer;
    const address = addressIn(this.#options.type, answer.value);
    this.#store(key, address);
    return ok(address);
  }

  async #ask([path, query]: Question): Promise<Result<unknown, DeliveryFailure>> {
    if (this.#clock.now() < this.#restUntil) return fail(unavailable('it failed just now and is left alone'));
    this.#onRequest();
    const url = new URL(`${this.#options.url}${path}?${new URLSearchParams(query).toString()}`);
    const headers = { accept: 'application/json', 'user-agent': 'Rastro' };
    const answer = await this.#fetch({ method: 'GET', url, headers }, host.timeout(PATIENCE_MS));
    const read = answer.ok ? readAnswer(answer.value, this.#clock.now()) : answer;
    this.#failures = read.ok ? 0 : this.#failures + 1;
    if (!read.ok && read.error.code === 'rate_limited')
      this.#restUntil = this.#clock.now() + (read.error.afterMs ?? 0);
    if (this.#failures >= FAILURES_TO_REST) {
      this.#failures = 0;
      this.#restUntil = this.#clock.now() + REST_MS;
    }
    return read;
  }

  #store(key: string, address: string | null): void {
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
    const until = address === null ? this.#clock.now() + NOTHING_LIFE_MS : Number.MAX_SAFE_INTEGER;
    this.#cache.set(key, { address, until });
  }
}

/** Path and query. */
type Question = readonly [string, Record<string, string>];
type Ask<A extends readonly string[]> = Readonly<Record<GeocoderType, (...about: A) => Question>>;

const SEARCH: Ask<[text: string, language: string]> = {
  nominatim: (q, language) => [
    '/search',
    { format: 'jsonv2', q, limit: String(MAX_PLACES), 'accept-language': language },
  ],
  photon: (q) => ['/api', { q, limit: String(MAX_PLACES) }],
  pelias: (text) => ['/v1/search', { text, size: String(MAX_PLACES) }],
};
const REVERSE: Ask<[lat: string, lon: string, language: string]> = {
  nominatim: (lat, lon, language) => [
    '/reverse',
    { format: 'jsonv2', lat, lon, zoom: '18', addressdetails: '1', 'accept-language': language },
  ],
  photon: (lat, lon) => ['/reverse', { lat, lon, limit: '1' }],
  pelias: (lat, lon) => ['/v1/reverse', { 'point.lat': lat, 'point.lon': lon, size: '1' }],
};

function readAnswer(
  { status, body, headers }: OutgoingAnswer,
  now: number,
): Result<unknown, DeliveryFailure> {
  const detail = `geocoder answered ${status}`;
  if (status === 401 || status === 403) return fail({ code: 'unauthorized', detail });
  if (status === 429)
    return fail({ code: 'rate_limited', detail, afterMs: retryAfterMs(headers['retry-after'], now) });
  if (status !== 200) return fail(unavailable(detail));
  try {
    return ok(JSON.parse(body));
  } catch {
    return fail(unavailable('geocoder answered no JSON'));
  }
}

/** `nominatim:https://…`, `photon:…` or `pelias:…`. @returns what is wrong with it. */
export function parseGeocoder(text: string): Result<GeocoderOptions, string> {
  const [, type, url] = /^(nominatim|photon|pelias):(https?:\/\/.+)$/.exec(text) ?? [];
  if (type === undefined || url === undefined || !URL.canParse(url))
    return fail('is not nominatim:https://…, photon:https://… or pelias:https://…');
  // Its terms forbid vehicle tracking (docs/reference/integrations.md §6.1).
  if (new URL(url).hostname === 'nominatim.openstreetmap.org')
    return fail('names the public Nominatim server, which forbids vehicle tracking; run your own');
  return ok({ type: type as GeocoderType, url: url.replace(/\/+$/, '') });
}
