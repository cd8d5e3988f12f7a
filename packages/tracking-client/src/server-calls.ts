import { ok } from '@rastro/base';
import type { LatLng, ServerFeature, ServerSettings } from '@rastro/fleet';
import type { Answered } from '@rastro/fleet/schemas';
import type { FoundPlace, PlaceAddress } from '@rastro/fleet/api';
import { readJson, type Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** Figures of one day. @source docs/reference/tracking-api.md §2.18 */
export type DayStatistics = Answered<'Statistics'>;

/** The server record, and the deployment's settings in the headers of the answer. */
export interface ServerAnswer {
  readonly server: ServerSettings;
  /** From the `licensemode` header (docs/reference/requirements.md PRODUCT §8). */
  readonly plus: boolean;
  /** From the `devicelimit` header; null = the server states none. */
  readonly deviceLimit: number | null;
  /** Kind and version of the tracking server, from the `trackingserver` header; null = it does not say. */
  readonly trackingServer: string | null;
  /** From the `features` header; null = all of them. */
  readonly features: readonly ServerFeature[] | null;
}

/** @source docs/reference/tracking-api.md §3.15 */
export interface ServerCalls {
  read(signal: AbortSignal): Promise<Answer<ServerAnswer>>;
  update(server: ServerSettings, signal: AbortSignal): Promise<Answer<ServerSettings>>;
  /** Only where the server has a geocoder; 3 to 200 letters. */
  searchPlaces(query: string, signal: AbortSignal): Promise<Answer<readonly FoundPlace[]>>;
  /** Addresses of places, in their order; at most 200. Other tracking servers do not return them. */
  addresses(places: readonly LatLng[], signal: AbortSignal): Promise<Answer<readonly PlaceAddress[]>>;
  /** Figures of days; administrators. */
  statistics(from: string, to: string, signal: AbortSignal): Promise<Answer<readonly DayStatistics[]>>;
  /** The address of a place; only where the server has a geocoder; empty = it has none. */
  addressOf(place: LatLng, signal: AbortSignal): Promise<Answer<string>>;
}

export function serverCalls(caller: TrackingCaller): ServerCalls {
  return {
    read: async (signal) => {
      const answer = await caller.send('GET /server', {}, signal);
      if (!answer.ok) return answer;
      const server = readJson<ServerSettings>(answer.value, 'other');
      if (!server.ok) return server;
      const { headers } = answer.value;
      return ok({
        server: server.value,
        plus: headers.get('licensemode')?.trim().toLowerCase() === 'plus',
        deviceLimit: readLimit(headers.get('devicelimit')),
        trackingServer: headers.get('trackingserver'),
        features: readFeatures(headers.get('features')),
      });
    },
    update: (server, signal) => caller.json('PUT /server', { json: server }, signal),
    statistics: (from, to, signal) => caller.json('GET /statistics', { query: { from, to } }, signal),
    addressOf: ({ latitude, longitude }, signal) =>
      caller.text('GET /server/geocode', { query: { latitude, longitude } }, signal),
    addresses: (places, signal) =>
      caller.json(
        'GET /server/addresses',
        { query: { place: places.map(({ latitude, longitude }) => `${latitude},${longitude}`) } },
        signal,
      ),
    searchPlaces: (query, signal) => caller.json('GET /server/geocode/search', { query: { query } }, signal),
  };
}

function readLimit(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const limit = Number(text);
  return Number.isInteger(limit) ? limit : null;
}

/** Features of a newer server that this client does not know do no harm: nothing here asks for them. */
const readFeatures = (text: string | null): readonly ServerFeature[] | null =>
  text === null ? null : text.split(' ').filter((name): name is ServerFeature => name !== '');
