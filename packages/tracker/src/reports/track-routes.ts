import type { FastifyReply } from 'fastify';
import type { ViewedBox } from '@rastro/fleet/api';
import { levelOfZoom, MOST_ATTRIBUTES, TRACK_TYPE, type TrackBox } from '@rastro/fleet/tracks';
import { bookDevice } from '../books/book-devices.ts';
import { handlers } from '../http/bind.ts';
import { refuse } from '../refusals/refusal.ts';
import { DAY_MS } from '../tracks/made-days.ts';
import type { TrackJob } from '../tracks/track-job.ts';
import { DaysAhead } from './days-ahead.ts';
import { ReportDesk } from './report-desk.ts';
import type { ReportNeeds } from './report-needs.ts';
import type { ReportFor } from './report-pool.ts';
import { ReportError } from './report-worker.ts';
import { sendPieces, whenGone } from './send-pieces.ts';
import { tagAfterKeeping } from './kept-days.ts';

const MOST_NAME = 128;
/** A device's way at some level of detail. */
export function trackRoutes(needs: ReportNeeds) {
  // Beside the reports: who looks at a map while one is made waits for no place.
  const desk = new ReportDesk(needs.reports, needs.clock);
  const ahead = new DaysAhead(needs.storage, needs.reports, needs.clock);
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
        part: 'answer',
      };
      const leave = desk.enter(caller.user.id);
      if (!leave) throw refuse.tooManyReports();
      const wanted = { userId: caller.user.id, signal: whenGone(reply) };
      const known = request.headers['if-none-match'] ?? '';
      return sendTrack(reply, { ...needs, ahead }, { job, wanted, known, leave });
    },
  });
}

interface Asked {
  readonly job: TrackJob;
  readonly wanted: ReportFor;
  /** Tags of answers that the reader has. */
  readonly known: string;
  readonly leave: () => void;
}

async function sendTrack(
  reply: FastifyReply,
  { storage, reports, ahead }: Pick<ReportNeeds, 'storage' | 'reports'> & { readonly ahead: DaysAhead },
  { job, wanted, known, leave }: Asked,
): Promise<FastifyReply> {
  ahead.stop();
  const pieces = reports.make(job, wanted);
  const tag = await tagAfterKeeping(pieces, job, { storage, reports, wanted }).catch(
    async (error: unknown) => {
      leave();
      await pieces.return(undefined);
      throw error instanceof ReportError ? refuse.reportFailed() : error;
    },
  );
  void ahead.go(job, wanted.userId);
  // A right can be lost: what was kept is shown after asking only.
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (known.split(',').some((each) => each.trim() === tag)) {
    leave();
    await pieces.return(undefined);
    return reply.code(304).send();
  }
  return sendPieces(reply, pieces, { type: TRACK_TYPE, leave });
}

const E5 = 100_000;
const boxOf = ({ west, south, east, north }: ViewedBox): TrackBox => ({
  westE5: Math.round(west * E5),
  southE5: Math.round(south * E5),
  eastE5: Math.round(east * E5),
  northE5: Math.round(north * E5),
});
