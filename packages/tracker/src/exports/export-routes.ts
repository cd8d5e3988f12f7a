import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Language } from '@rastro/fleet';
import { attachmentHeader, sheetFileName } from '@rastro/fleet/sheets';
import type { Storage, StoredPosition } from '@rastro/storage';
import type { Restrictions } from '../access/restrictions.ts';
import type { Directory } from '../directory/directory.ts';
import { preferencesOf } from '../directory/reader.ts';
import { handlers, type Call } from '../http/bind.ts';
import { askedHistory, historyOf } from '../positions/history-query.ts';
import { csvOf } from './csv.ts';
import { gpxOf, kmlOf, kmzOf, type Track } from './tracks.ts';
import { dayNamer } from './day-namer.ts';
import { zonedTime } from './zoned-time.ts';

interface Deps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly restrictions: Restrictions;
}
type Read = () => AsyncIterable<readonly StoredPosition[]>;
interface Format {
  readonly type: string;
  readonly write: (
    read: Read,
    track: Track & { readonly language: Language },
  ) => AsyncIterable<string | Uint8Array>;
}

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', write: (read, { time, language }) => csvOf(read, time, language) },
  gpx: { type: 'application/gpx+xml', write: (read, track) => gpxOf(read(), track) },
  kml: { type: 'application/vnd.google-earth.kml+xml', write: (read, track) => kmlOf(read(), track) },
  kmz: { type: 'application/vnd.google-earth.kmz', write: (read, track) => kmzOf(read(), track) },
} as const satisfies Readonly<Record<string, Format>>;

/** History as a file, streamed. @source docs/reference/tracking-api.md §3.9 */
export function exportRoutes(deps: Deps) {
  const as =
    (name: keyof typeof FORMATS) =>
    ({ caller, query }: Call<'GET /positions/csv'>, reply: FastifyReply): FastifyReply => {
      const { type, write } = FORMATS[name];
      const asked = askedHistory(deps.restrictions, caller, query);
      const { device, from, to } = asked;
      const { zone, language } = preferencesOf(deps.directory, caller.user);
      const track = { deviceName: device.name, from, to, time: zonedTime(zone), language };
      const file = write(() => historyOf(deps.storage, asked), track);
      const day = dayNamer(zone);
      return reply
        .type(type)
        .header(
          'content-disposition',
          attachmentHeader(sheetFileName([device.name, day(from), day(to)], name)),
        )
        .send(Readable.from(file));
    };
  return handlers({
    'GET /positions/csv': as('csv'),
    'GET /positions/gpx': as('gpx'),
    'GET /positions/kml': as('kml'),
    'GET /positions/kmz': as('kmz'),
  });
}
