import { HEAD_BYTES, TrackFrames } from '@rastro/fleet/tracks';
import type { StoredTrackDay, TrackStorage } from '@rastro/storage';
import { headOf } from '../../tracks/made-days.ts';
import { MANY_MISSING, type TrackJob } from '../../tracks/track-job.ts';
import type { ReportFor, ReportPool } from '../jobs/report-pool.ts';
import { ReportError } from '../jobs/report-worker.ts';

type Pieces = AsyncGenerator<string | Uint8Array>;

interface Around {
  readonly storage: TrackStorage;
  readonly reports: Pick<ReportPool, 'makeSpare'>;
  readonly wanted: ReportFor;
}

/**
 * Stores the days that are made for an answer, up to its tag. Where they are many, a thread that nobody waits for
 * makes some of them as well, from the last one back.
 * @throws ReportError
 */
export async function tagAfterStoring(
  pieces: Pieces,
  job: TrackJob,
  { storage, reports, wanted: { userId, signal } }: Around,
): Promise<string> {
  const [{ id }] = job.devices;
  const made = new AbortController();
  const help = async (): Promise<void> => {
    const spare = { userId, signal: AbortSignal.any([signal, made.signal]) };
    await storeDays(storage, id, reports.makeSpare({ ...job, part: 'help' }, spare));
  };
  try {
    // The help does not matter for the answer: days that are not stored are made here.
    const tag = await storeDays(storage, id, pieces, () => void help().catch(() => undefined));
    if (tag === null) throw new ReportError('THREAD');
    return tag;
  } finally {
    made.abort();
  }
}

/** @param onMany Called when many days are missing. @returns the tag that ends the days; null = there is none. */
export async function storeDays(
  storage: TrackStorage,
  deviceId: number,
  pieces: Pieces,
  onMany: () => void = () => {},
): Promise<string | null> {
  let days: readonly StoredTrackDay[] = [];
  let stored: Promise<unknown> = Promise.resolve();
  // By hand: a loop that is left ends the pieces, and the answer comes after the tag.
  for (;;) {
    const { value: piece, done } = await pieces.next();
    if (done || (typeof piece === 'string' && piece.endsWith('"'))) {
      await stored;
      return done ? null : String(piece);
    }
    if (typeof piece !== 'string') {
      days = daysOf(piece);
      continue;
    }
    if (piece === MANY_MISSING) onMany();
    else {
      // The thread makes the next ones meanwhile, but never more than these wait.
      await stored;
      // Derived history that changed meanwhile rejects it: it is made again on request.
      stored = days.length > 0 ? storage.saveTrackDays(deviceId, Number(piece), days) : Promise.resolve();
      // The code that awaits it gets the error; that may be later than this tick.
      stored.catch(() => undefined);
      days = [];
    }
  }
}

const daysOf = (piece: Uint8Array): readonly StoredTrackDay[] =>
  new TrackFrames()
    .push(piece)
    .map((body) => ({ day: headOf(body).day, head: body.slice(0, HEAD_BYTES), body }));
