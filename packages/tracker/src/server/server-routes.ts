import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FastifyReply } from 'fastify';
import { attributeProblem, publicServerAttributes, SERVER_ATTRIBUTES, timeZoneNames } from '@rastro/fleet';
import type { Storage } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import type { FirstAdministrator } from '../access/first-administrator.ts';
import type { OpenIdLogin } from '../access/open-id-login.ts';
import type { Directory } from '../directory/directory.ts';
import { askingPreferences } from '../directory/reader.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';
import { isPlace } from '../geocoding/cell.ts';
import type { Places } from '../geocoding/places.ts';
import { refuse } from '../refusals/refusal.ts';
import { handlers } from '../http/bind.ts';
import type { SmsGateway } from '@rastro/outgoing';
import type { PeopleMailer } from '../brands/people-mailer.ts';
import { serverView, type ServerFacts } from '../views/views.ts';

interface Needs {
  readonly directory: Directory;
  readonly storage: Storage;
  readonly firstAdministrator: FirstAdministrator;
  readonly version: string;
  readonly geocoder: Geocoder;
  readonly places: Places;
  readonly mailer: PeopleMailer;
  readonly sms: SmsGateway;
  /** Null = not used. */
  readonly openId: OpenIdLogin | null;
  /** Pictures and files of devices, a folder per device id. */
  readonly mediaFolder: string;
  /** Stops the server and starts it again. */
  readonly restart: () => void;
}

/** @source reference/tracking-api.md §3.15 */
export function serverRoutes(needs: Needs) {
  const { directory, firstAdministrator } = needs;
  const zones = timeZoneNames();
  const restart = (_call: { readonly caller: Caller }, reply: FastifyReply): FastifyReply => {
    // The answer goes first: nobody else could give it.
    reply.raw.once('close', () => setImmediate(needs.restart));
    return reply.code(204).send();
  };

  return handlers({
    'GET /server': async ({ caller }) => {
      const newServer = caller === null && firstAdministrator.isAwaited;
      const isAdministrator = caller?.user.administrator ?? false;
      const facts = { ...(await factsOf(needs, isAdministrator)), newServer };
      const { server, brand } = directory;
      if (isAdministrator) return serverView(server, facts);
      return serverView({ ...server, attributes: publicServerAttributes(server.attributes, brand) }, facts);
    },
    'PUT /server': async ({ body }) => {
      const change = { before: directory.server.attributes, after: body.attributes };
      const problem = attributeProblem(SERVER_ATTRIBUTES, directory.brand, change);
      if (problem !== null) throw refuse.badInput(problem);
      const server = await directory.updateServer(body);
      return serverView(server, { ...(await factsOf(needs, true)), newServer: false });
    },
    'GET /server/timezones': () => zones,
    'POST /server/restart': restart,
    'POST /server/reboot': restart,
    'GET /health': async (_call, reply) => {
      const healthy = await needs.storage.healthy();
      return reply
        .code(healthy ? 200 : 500)
        .type('text/plain')
        .send(healthy ? 'OK' : '');
    },
  });
}

const MOST_PLACES = 200;

function pointIn(text: string): { readonly latitude: number; readonly longitude: number } {
  const [, latitude, longitude] = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? [];
  const point = { latitude: Number(latitude ?? Number.NaN), longitude: Number(longitude ?? Number.NaN) };
  if (!isPlace(point)) throw refuse.badInput('place: is not latitude,longitude');
  return point;
}

/** Addresses of places and places of addresses. @source reference/tracking-api.md §3.15 */
export const geocodeRoutes = ({
  geocoder,
  places,
  directory,
}: Pick<Needs, 'geocoder' | 'places' | 'directory'>) =>
  handlers({
    'GET /server/geocode': async ({ query, request }, reply) => {
      if (!geocoder.enabled) throw refuse.geocoderOff();
      const address = await geocoder.reverse(query.latitude, query.longitude, languageOf(request.headers));
      if (!address.ok) throw refuse.geocoderDown();
      return address.value === null ? reply.code(204).send() : reply.type('text/plain').send(address.value);
    },
    'GET /server/geocode/search': async ({ query, request }) => {
      const text = query.query?.trim() ?? '';
      if (text.length < 3 || text.length > 200)
        throw refuse.badInput('query: has fewer than 3 or more than 200 characters');
      if (!geocoder.enabled) throw refuse.geocoderOff();
      const found = await geocoder.search(text, languageOf(request.headers));
      if (!found.ok) throw refuse.geocoderDown();
      return found.value;
    },
    'GET /server/addresses': async ({ caller, query, request }) => {
      if (query.place.length > MOST_PLACES)
        throw refuse.badInput(`place: more than ${MOST_PLACES} in one request`);
      const asked = query.place.map(pointIn);
      const told = await places.many(
        asked,
        askingPreferences(directory, caller.user, {
          acceptLanguage: request.headers['accept-language'],
        }),
      );
      return asked.map((point, at) => ({ ...point, ...(told[at] ?? { address: null, town: null }) }));
    },
  });

async function factsOf(needs: Needs, isAdministrator: boolean): Promise<Omit<ServerFacts, 'newServer'>> {
  return {
    version: needs.version,
    emailEnabled: needs.mailer.enabled,
    textEnabled: needs.sms.enabled,
    geocoderEnabled: needs.geocoder.enabled,
    openIdEnabled: needs.openId !== null,
    openIdForce: needs.openId?.options.force ?? false,
    storageSpace: isAdministrator ? await storageSpace(needs.mediaFolder) : null,
  };
}

/** Usable and total bytes of the disk that holds the data. */
async function storageSpace(mediaFolder: string): Promise<readonly number[]> {
  const disk = await statfs(dirname(mediaFolder));
  return [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
}

/** What the browser would like to read, in a form that geocoders take. */
const languageOf = (headers: { readonly 'accept-language'?: string | undefined }): string =>
  /^[a-z]{2,3}(-[A-Za-z]{2,4})?/.exec(headers['accept-language'] ?? '')?.[0] ?? 'pt-BR';
