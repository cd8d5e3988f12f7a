import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { StoredPosition } from '@rastro/storage';
import { csvOf } from './csv.ts';
import { gpxOf, kmlOf, kmzOf, type Track } from './tracks.ts';
import { zonedTime } from './zoned-time.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { historyOf, readHistoryQuery } from '../positions/history-query.ts';
import { zoneOf } from './zone-of.ts';

type Read = () => AsyncIterable<readonly StoredPosition[]>;
interface Format {
  readonly type: string;
  readonly write: (read: Read, track: Track) => AsyncIterable<string | Uint8Array>;
}

const FORMATS: Readonly<Record<string, Format>> = {
  csv: { type: 'text/csv; charset=utf-8', write: (read, { time }) => csvOf(read, time) },
  gpx: { type: 'application/gpx+xml', write: (read, track) => gpxOf(read(), track) },
  kml: { type: 'application/vnd.google-earth.kml+xml', write: (read, track) => kmlOf(read(), track) },
  kmz: { type: 'application/vnd.google-earth.kmz', write: (read, track) => kmzOf(read(), track) },
};

/** History as a file, streamed. @source reference/tracking-api.md §3.9 */
export function exportRoutes(app: FastifyInstance, context: ApiContext): void {
  for (const [name, { type, write }] of Object.entries(FORMATS)) {
    app.get(`/positions/${name}`, (request, reply) => {
      const caller = callerOf(request);
      const query = readHistoryQuery(context, caller, request.query as Readonly<Record<string, unknown>>);
      const { device, from, to } = query;
      const time = zonedTime(zoneOf(context, caller));
      const file = write(() => historyOf(context, query), { deviceName: device.name, from, to, time });
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename=positions.${name}`)
        .send(Readable.from(file));
    });
  }
}
