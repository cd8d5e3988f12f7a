import { ok } from '@rastro/base';
import type { LatLng, ServerSettings } from '@rastro/fleet';
import { readJson, type Answer, type Caller } from './caller.ts';

/** The server record, and what the deployment says in the answer's headers. */
export interface ServerAnswer {
  readonly server: ServerSettings;
  /** From the `licensemode` header (PRODUCT §8). */
  readonly plus: boolean;
  /** From the `devicelimit` header; null = the server states none. */
  readonly deviceLimit: number | null;
}

/** A place that a geocoder knows by its address. */
export interface FoundPlace {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** @source reference/tracking-api.md §3.15 */
export interface ServerCalls {
  read(signal: AbortSignal): Promise<Answer<ServerAnswer>>;
  update(server: ServerSettings, signal: AbortSignal): Promise<Answer<ServerSettings>>;
  /** Only where the server has a geocoder; 3 to 200 letters. */
  searchPlaces(query: string, signal: AbortSignal): Promise<Answer<readonly FoundPlace[]>>;
  /** The address of a place; only where the server has a geocoder; empty = it has none. */
  addressOf(place: LatLng, signal: AbortSignal): Promise<Answer<string>>;
}

const PATH = '/server';

export function serverCalls(caller: Caller): ServerCalls {
  return {
    read: async (signal) => {
      const answer = await caller.send({ method: 'GET', path: PATH }, signal);
      if (!answer.ok) return answer;
      const server = readJson<ServerSettings>(answer.value, 'other');
      if (!server.ok) return server;
      const { headers } = answer.value;
      return ok({
        server: server.value,
        plus: headers.get('licensemode')?.trim().toLowerCase() === 'plus',
        deviceLimit: readLimit(headers.get('devicelimit')),
      });
    },
    update: (server, signal) =>
      caller.json<ServerSettings>({ method: 'PUT', path: PATH, json: server }, signal),
    addressOf: ({ latitude, longitude }, signal) =>
      caller.text({ method: 'GET', path: `${PATH}/geocode`, query: { latitude, longitude } }, signal),
    searchPlaces: (query, signal) =>
      caller.json<readonly FoundPlace[]>(
        { method: 'GET', path: `${PATH}/geocode/search`, query: { query } },
        signal,
      ),
  };
}

function readLimit(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const limit = Number(text);
  return Number.isInteger(limit) ? limit : null;
}
