import { DAY_MS } from '@rastro/base';
import type { FastifyReply } from 'fastify';
import type { ViewedBox } from '@rastro/fleet/api';
import { levelOfZoom, MAX_ATTRIBUTES, TRACK_TYPE, type TrackBox } from '@rastro/fleet/tracks';
import { tripDevice } from '../../trips/trip-devices.ts';
import { handlers } from '../../http/bind.ts';
import { appError } from '../../errors/app-error.ts';
import type { TrackJob } from '../../tracks/track-job.ts';
import { DayPrefetcher } from './day-prefetcher.ts';
import { ReportService } from '../jobs/report-service.ts';
import type { ReportDeps } from '../report-deps.ts';
import type { ReportFor } from '../jobs/report-pool.ts';
import { ReportError } from '../jobs/report-worker.ts';
import { sendPieces, whenGone } from '../files/send-pieces.ts';
import { tagAfterStoring } from './stored-days.ts';

const MAX_NAME_LENGTH = 128;
/** A device's way at some level of detail. */
export function trackRoutes(deps: ReportDeps) {
  // Apart from the reports: a user who views a map does not wait while a report is made.
  const service = new ReportService(deps.reports, deps);
  const dayPrefetcher = new DayPrefetcher(deps.storage, deps.reports, deps.clock);
  return handlers({
    'GET /tracks/:id': async ({ caller, params, query, request }, reply) => {
      deps.restrictions.requireHistory(caller);
      const device = deps.restrictions.device(caller, params.id);
      if (query.to < query.from) throw appError.badInput('to: is before from');
      const days = { from: Math.floor(query.from / DAY_MS), to: Math.floor(query.to / DAY_MS) };
      const count = days.to - days.from + 1;
      if (count > deps.reportDeviceDays) throw appError.reportTooWide(count, deps.reportDeviceDays);
      const { attributes } = query;
      if (attributes.length > MAX_ATTRIBUTES || attributes.some(({ length }) => length > MAX_NAME_LENGTH))
        throw appError.badInput(`attributes: more than ${MAX_ATTRIBUTES}, or longer than ${MAX_NAME_LENGTH}`);
      const job: TrackJob = {
        type: 'track',
        devices: [tripDevice(deps.around, device)],
        days,
        level: query.zoom === null ? null : levelOfZoom(query.zoom),
        view: query.bbox === null ? null : boxOf(query.bbox),
        attributes,
        part: 'answer',
      };
      const leave = service.enter(caller.user.id);
      if (!leave) throw appError.tooManyReports();
      const wanted = { userId: caller.user.id, signal: whenGone(reply) };
      const known = request.headers['if-none-match'] ?? '';
      return sendTrack(reply, { ...deps, dayPrefetcher }, { job, wanted, known, leave });
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
  {
    storage,
    reports,
    dayPrefetcher,
  }: Pick<ReportDeps, 'storage' | 'reports'> & { readonly dayPrefetcher: DayPrefetcher },
  { job, wanted, known, leave }: Asked,
): Promise<FastifyReply> {
  dayPrefetcher.stop();
  const pieces = reports.make(job, wanted);
  const tag = await tagAfterStoring(pieces, job, { storage, reports, wanted }).catch(
    async (error: unknown) => {
      leave();
      await pieces.return(undefined);
      throw error instanceof ReportError ? appError.reportFailed() : error;
    },
  );
  void dayPrefetcher.go(job, wanted.userId);
  // A right can be lost: cached answers are shown only after revalidation.
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
