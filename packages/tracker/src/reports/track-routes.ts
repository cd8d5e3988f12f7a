import type { FastifyReply } from 'fastify';
import type { ViewedBox } from '@rastro/fleet/api';
import { HEAD_BYTES, levelOfZoom, MOST_ATTRIBUTES, TRACK_TYPE, type TrackBox } from '@rastro/fleet/tracks';
import type { KeptTrackDay, TrackStorage } from '@rastro/storage';
import { bookDevice } from '../books/book-devices.ts';
import { handlers } from '../http/bind.ts';
import { refuse } from '../refusals/refusal.ts';
import { DAY_MS, headOf } from '../tracks/made-days.ts';
import type { TrackJob } from '../tracks/track-job.ts';
import { ReportDesk } from './report-desk.ts';
import type { ReportNeeds } from './report-needs.ts';
import { ReportError } from './report-worker.ts';
import { sendPieces, whenGone } from './send-pieces.ts';

/** Days that are stored at once. */
const KEPT_AT_ONCE = 32;
const MOST_NAME = 128;
type Pieces = AsyncGenerator<string | Uint8Array>;

/** A device's way at some level of detail. */
export function trackRoutes(needs: ReportNeeds) {
  // Beside the reports: who looks at a map while one is made waits for no place.
  const desk = new ReportDesk(needs.reports, needs.clock);
  return handlers({
    'GET /tracks/:id': async ({ caller, params, query, request }, reply) => {
      needs.restrictions.requireHistory(caller);
      const device = needs.restrictions.device(caller, params.id);
      if (query.to < query.from) throw refuse.badInput('to: is before from');
      const days = { from: Math.floor(query.from / DAY_MS), to: Math.floor(query.to / DAY_MS) };
      const count = days.to - days.from + 1;
      if (count > needs.reportDeviceDays) throw refuse.reportTooWide(count, needs.reportDeviceDays);
      const { attributes } = query;
      if (attributes.length > MOST_ATTRIBUTES || attributes.some(({ length }) => length > MOST_NAME))
        throw refuse.badInput(`attributes: more than ${MOST_ATTRIBUTES}, or longer than ${MOST_NAME}`);
      const job: TrackJob = {
        type: 'track',
        devices: [bookDevice(needs.around, device)],
        days,
        level: query.zoom === null ? null : levelOfZoom(query.zoom),
        view: query.bbox === null ? null : boxOf(query.bbox),
        attributes,
      };
      const leave = desk.enter(caller.user.id);
      if (!leave) throw refuse.tooManyReports();
      const pieces = needs.reports.make(job, { userId: caller.user.id, signal: whenGone(reply) });
      const asked = { deviceId: device.id, known: request.headers['if-none-match'] ?? '', leave };
      return sendTrack(reply, needs.storage, pieces, asked);
    },
  });
}

interface Asked {
  readonly deviceId: number;
  /** Tags of answers that the reader has. */
  readonly known: string;
  readonly leave: () => void;
}

async function sendTrack(
  reply: FastifyReply,
  storage: TrackStorage,
  pieces: Pieces,
  { deviceId, known, leave }: Asked,
): Promise<FastifyReply> {
  const tag = await tagAfterKeeping(storage, deviceId, pieces).catch(async (error: unknown) => {
    leave();
    await pieces.return(undefined);
    throw error instanceof ReportError ? refuse.reportFailed() : error;
  });
  // A right can be lost: what was kept is shown after asking only.
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (known.split(',').some((each) => each.trim() === tag)) {
    leave();
    await pieces.return(undefined);
    return reply.code(304).send();
  }
  return sendPieces(reply, pieces, { type: TRACK_TYPE, leave });
}

/** Stores the days that were made for this answer, up to its tag; the thread makes the next ones meanwhile. */
async function tagAfterKeeping(storage: TrackStorage, deviceId: number, pieces: Pieces): Promise<string> {
  let revision = 0;
  let days: KeptTrackDay[] = [];
  let stored: Promise<unknown> = Promise.resolve();
  const keep = async (): Promise<void> => {
    const made = days;
    days = [];
    await stored;
    if (made.length === 0) return;
    // Books that went on meanwhile refuse it: it is made again when somebody asks.
    stored = storage.keepTrackDays(deviceId, revision, made);
    // Whoever waits for it is told; that may be later than this turn.
    stored.catch(() => undefined);
  };
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) throw new ReportError('THREAD');
    if (typeof value !== 'string') {
      days.push({ day: headOf(value).day, head: value.slice(0, HEAD_BYTES), body: value });
      if (days.length >= KEPT_AT_ONCE) await keep();
      continue;
    }
    if (days.length > 0 && Number(value) !== revision) await keep();
    if (value.endsWith('"')) {
      await stored;
      return value;
    }
    revision = Number(value);
  }
}

const E5 = 100_000;
const boxOf = ({ west, south, east, north }: ViewedBox): TrackBox => ({
  westE5: Math.round(west * E5),
  southE5: Math.round(south * E5),
  eastE5: Math.round(east * E5),
  northE5: Math.round(north * E5),
});
