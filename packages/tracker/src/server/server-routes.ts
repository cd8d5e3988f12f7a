import { statfs } from 'node:fs/promises';
import { host } from '@rastro/base/host';
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
import { appError } from '../errors/app-error.ts';
import { handlers } from '../http/bind.ts';
import type { SmsGateway } from '@rastro/outgoing';
import type { UserMailer } from '../brands/user-mailer.ts';
import { serializeServer, type ServerDetails } from '../serializers/serializers.ts';

interface Deps {
  readonly directory: Directory;
  readonly storage: Storage;
  readonly firstAdministrator: FirstAdministrator;
  readonly version: string;
  readonly geocoder: Geocoder;
  readonly places: Places;
  readonly mailer: UserMailer;
  readonly sms: SmsGateway;
  /** Null = not used. */
  readonly openId: OpenIdLogin | null;
  /** Pictures and files of devices, a folder per device id. */
  readonly dataFolder: string;
  /** Stops the server and starts it again. */
  readonly restart: () => void;
}

/** @source docs/reference/tracking-api.md §3.15 */
export function serverRoutes(deps: Deps) {
  const { directory, firstAdministrator } = deps;
  const zones = timeZoneNames();
  const restart = (_call: { readonly caller: Caller }, reply: FastifyReply): FastifyReply => {
    // The answer goes first: nobody else could give it.
    reply.raw.once('close', () => host.setImmediate(deps.restart));
    return reply.code(204).send();
  };

  return handlers({
    'GET /server': async ({ caller }) => {
      const newServer = caller === null && firstAdministrator.isAwaited;
      const isAdministrator = caller?.user.administrator ?? false;
      const details = { ...(await detailsOf(deps, isAdministrator)), newServer };
      const { server, brand } = directory;
      if (isAdministrator) return serializeServer(server, details);
      return serializeServer(
        { ...server, attributes: publicServerAttributes(server.attributes, brand) },
        details,
      );
    },
    'PUT /server': async ({ body }) => {
      const change = { before: directory.server.attributes, after: body.attributes };
      const problem = attributeProblem(SERVER_ATTRIBUTES, directory.brand, change);
      if (problem !== null) throw appError.badInput(problem);
      const server = await directory.updateServer(body);
      return serializeServer(server, { ...(await detailsOf(deps, true)), newServer: false });
    },
    'GET /server/timezones': () => zones,
    'POST /server/restart': restart,
    'POST /server/reboot': restart,
    'GET /health': async (_call, reply) => {
      const healthy = await deps.storage.healthy();
      return reply
        .code(healthy ? 200 : 500)
        .type('text/plain')
        .send(healthy ? 'OK' : '');
    },
  });
}

const MAX_PLACES = 200;

function pointIn(text: string): { readonly latitude: number; readonly longitude: number } {
  const [, latitude, longitude] = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? [];
  const point = { latitude: Number(latitude ?? Number.NaN), longitude: Number(longitude ?? Number.NaN) };
  if (!isPlace(point)) throw appError.badInput('place: is not latitude,longitude');
  return point;
}

/** Addresses of places and places of addresses. @source docs/reference/tracking-api.md §3.15 */
export const geocodeRoutes = ({
  geocoder,
  places,
  directory,
}: Pick<Deps, 'geocoder' | 'places' | 'directory'>) =>
  handlers({
    'GET /server/geocode': async ({ query, request }, reply) => {
      if (!geocoder.enabled) throw appError.geocoderOff();
      const address = await geocoder.reverse(query.latitude, query.longitude, languageOf(request.headers));
      if (!address.ok) throw appError.geocoderDown();
      return address.value === null ? reply.code(204).send() : reply.type('text/plain').send(address.value);
    },
    'GET /server/geocode/search': async ({ query, request }) => {
      const text = query.query?.trim() ?? '';
      if (text.length < 3 || text.length > 200)
        throw appError.badInput('query: has fewer than 3 or more than 200 characters');
      if (!geocoder.enabled) throw appError.geocoderOff();
      const found = await geocoder.search(text, languageOf(request.headers));
      if (!found.ok) throw appError.geocoderDown();
      return found.value;
    },
    'GET /server/addresses': async ({ caller, query, request }) => {
      if (query.place.length > MAX_PLACES)
        throw appError.badInput(`place: more than ${MAX_PLACES} in one request`);
      const asked = query.place.map(pointIn);
      const texts = await places.many(
        asked,
        askingPreferences(directory, caller.user, {
          acceptLanguage: request.headers['accept-language'],
        }),
      );
      return asked.map((point, at) => ({ ...point, ...(texts[at] ?? { address: null, town: null }) }));
    },
  });

async function detailsOf(deps: Deps, isAdministrator: boolean): Promise<Omit<ServerDetails, 'newServer'>> {
  return {
    version: deps.version,
    emailEnabled: deps.mailer.enabled,
    textEnabled: deps.sms.enabled,
    geocoderEnabled: deps.geocoder.enabled,
    openIdEnabled: deps.openId !== null,
    openIdForce: deps.openId?.options.force ?? false,
    storageSpace: isAdministrator ? await storageSpace(deps.dataFolder) : null,
  };
}

/** Usable and total bytes of the disk that holds the data. */
async function storageSpace(folder: string): Promise<readonly number[]> {
  const disk = await statfs(folder);
  return [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
}

/** Preferred language of the browser, in a form that geocoders take. */
const languageOf = (headers: { readonly 'accept-language'?: string | undefined }): string =>
  /^[a-z]{2,3}(-[A-Za-z]{2,4})?/.exec(headers['accept-language'] ?? '')?.[0] ?? 'pt-BR';
