import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { serverSettingsBody } from '@rastro/fleet/schemas';
import { callerIfAny, callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { refuse } from '../http/api-error.ts';
import { readBody, word } from '../http/input.ts';
import { serverView, type ServerFacts } from '../views/views.ts';

/** @source reference/tracking-api.md §3.15, §3.16 */
export function serverRoutes(app: FastifyInstance, context: ApiContext): void {
  const { directory, restrictions, firstAdministrator, version, geocoder } = context;
  const facts = async (isAdministrator: boolean): Promise<Omit<ServerFacts, 'newServer'>> => ({
    version,
    emailEnabled: context.mailer.enabled,
    textEnabled: context.sms.enabled,
    geocoderEnabled: geocoder.enabled,
    openIdEnabled: context.openId !== null,
    openIdForce: context.openId?.options.force ?? false,
    storageSpace: isAdministrator ? await storageSpace(context.mediaFolder) : null,
  });
  const zones = Intl.supportedValuesOf('timeZone');

  app.get('/server', async (request) => {
    const caller = callerIfAny(request);
    const newServer = caller === null && firstAdministrator.isAwaited;
    return serverView(directory.server, { ...(await facts(caller?.user.administrator ?? false)), newServer });
  });
  app.put('/server', async (request) => {
    restrictions.requireAdministrator(callerOf(request));
    const server = await directory.updateServer(readBody(serverSettingsBody, request.body));
    return serverView(server, { ...(await facts(true)), newServer: false });
  });
  app.get('/server/timezones', (request) => {
    callerOf(request);
    return zones;
  });
  app.get('/server/geocode', async (request, reply) => {
    callerOf(request);
    const query = request.query as Readonly<Record<string, unknown>>;
    const place = {
      latitude: coordinate(query, 'latitude', 90),
      longitude: coordinate(query, 'longitude', 180),
    };
    if (!geocoder.enabled) throw refuse.geocoderOff();
    const address = await geocoder.reverse(place.latitude, place.longitude, languageOf(request.headers));
    if (!address.ok) throw refuse.geocoderDown();
    return address.value === null ? reply.code(204).send() : reply.type('text/plain').send(address.value);
  });
  app.get('/server/geocode/search', async (request) => {
    callerOf(request);
    const text = word(request.query as Readonly<Record<string, unknown>>, 'query')?.trim() ?? '';
    if (text.length < 3 || text.length > 200)
      throw refuse.badInput('query: has fewer than 3 or more than 200 characters');
    if (!geocoder.enabled) throw refuse.geocoderOff();
    const places = await geocoder.search(text, languageOf(request.headers));
    if (!places.ok) throw refuse.geocoderDown();
    return places.value;
  });
  for (const path of ['/server/restart', '/server/reboot']) {
    app.post(path, async (request, reply) => {
      restrictions.requireAdministrator(callerOf(request));
      // The answer goes first: nobody else could give it.
      reply.raw.once('close', () => setImmediate(context.restart));
      return reply.code(204).send();
    });
  }
  app.get('/health', async (_request, reply) => {
    const healthy = await context.storage.healthy();
    return reply
      .code(healthy ? 200 : 500)
      .type('text/plain')
      .send(healthy ? 'OK' : '');
  });
}

/** Usable and total bytes of the disk that holds the data. */
async function storageSpace(mediaFolder: string): Promise<readonly number[]> {
  const disk = await statfs(dirname(mediaFolder));
  return [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
}

function coordinate(query: Readonly<Record<string, unknown>>, name: string, limit: number): number {
  const value = Number(word(query, name) ?? Number.NaN);
  if (!(Math.abs(value) <= limit)) throw refuse.badInput(`${name}: is not a coordinate`);
  return value;
}

/** What the browser would like to read, in a form that geocoders take. */
const languageOf = (headers: { readonly 'accept-language'?: string | undefined }): string =>
  /^[a-z]{2,3}(-[A-Za-z]{2,4})?/.exec(headers['accept-language'] ?? '')?.[0] ?? 'pt-BR';
