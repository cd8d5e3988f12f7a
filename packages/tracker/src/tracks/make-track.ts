import { createHash } from 'node:crypto';
import { DAY_MS } from '@rastro/base';
import {
  boxesMeet,
  COARSEST,
  decodeTrack,
  decodeTrackHead,
  encodeLevel,
  frameTrack,
  pointsOfLevel,
  type TrackHead,
} from '@rastro/fleet/tracks';
import { StorageError, type TripReader } from '@rastro/storage';
import type { TripDevice } from '../trips/reduce-device.ts';
import { openDeviceTrips } from '../trips/device-trips.ts';
import { makeDays, type DayRange, type MadeDay } from './made-days.ts';
import { valuesAt } from './point-values.ts';
import { MANY_MISSING, type TrackJob } from './track-job.ts';

/** Points of an answer whose level is not asked for. */
const MAX_POINTS = 30_000;
/** Days that are made in one go: the thread receives nothing meanwhile. */
const RUN_DAYS = 16;
/** Days that were just made and may not be stored yet are remembered up to so many bytes. */
const REMEMBERED_BYTES = 8_388_608;
const PIECE_BYTES = 32_768;

/** Fewer are made before another thread has begun. */
const HELPED_RUNS = 3;

/**
 * The pieces of a track. First storable days, in the form of an answer, followed by the revision of the derived history
 * that they were made from, a text; repeated as needed, and preceded by `MANY_MISSING` where they are many. Then the
 * answer: its tag, a text in quotes, and its bytes. An empty piece is a pause.
 * @throws StorageError when a day changes between tag and bytes.
 */
export async function* makeTrack(tripReader: TripReader, job: TrackJob): AsyncGenerator<string | Uint8Array> {
  const [device] = job.devices;
  if (!device) return;
  const days = new Days(tripReader, device);
  const range = await within(tripReader, device, job.days);
  if (job.part !== 'answer') {
    yield* fromTheEnd(days, range, job.part);
    return;
  }
  const runs = await days.missing(range);
  if (runs.length > HELPED_RUNS) yield MANY_MISSING;
  // Days that another thread has made meanwhile are stored by now.
  for (const run of runs) for (const left of await days.missing(run)) yield* storable(await days.make(left));
  const level = job.level ?? levelFor(days.heads);
  const wanted = days.heads
    .filter(({ counts, box }) => (counts[level] ?? 0) > 0 && box && (!job.view || boxesMeet(box, job.view)))
    .toSorted((a, b) => a.day - b.day);
  // No stored day contains measured values: they may differ between states of derived history.
  const { attributes } = job;
  const measured = attributes.length > 0 ? [attributes, await revisionOf(tripReader, device)] : [];
  yield tagOf(wanted, [level, ...measured]);
  yield* inPieces(wanted, async (head) => frameTrack(await days.chunk(head, { level, attributes })));
}

async function revisionOf(tripReader: TripReader, { id }: TripDevice): Promise<number> {
  const head = await tripReader.inSnapshot((snapshot) => snapshot.head(id));
  return head?.revision ?? 0;
}

async function* fromTheEnd(
  days: Days,
  range: DayRange,
  part: 'help' | 'prefetch',
): AsyncGenerator<string | Uint8Array> {
  for (const run of (await days.missing(range)).toReversed()) {
    const before = { from: Math.max(range.from, run.from - RUN_DAYS), to: run.from - 1 };
    // The thread that makes them from the first one on has passed the last stored one.
    if (part === 'help' && (await days.missing(before)).length === 0) return;
    for (const left of await days.missing(run)) yield* storable(await days.make(left));
  }
}

function* storable({ revision, closed }: StorableDays): Generator<string | Uint8Array> {
  if (closed.length > 0) yield Buffer.concat(closed.map(frameTrack));
  yield String(revision);
}

/** Between the first and the last record: nobody waits for years before there was a tracker. */
async function within(tripReader: TripReader, device: TripDevice, { from, to }: DayRange): Promise<DayRange> {
  const span = await tripReader.inSnapshot(async (snapshot) => {
    const deviceTrips = await openDeviceTrips(snapshot, device);
    return deviceTrips?.span() ?? null;
  });
  if (!span) return { from, to };
  return {
    from: Math.max(from, Math.floor(span.from / DAY_MS)),
    to: Math.min(to, Math.floor(span.to / DAY_MS)),
  };
}

function levelFor(heads: readonly TrackHead[]): number {
  for (let level = 0; level < COARSEST; level++)
    if (heads.reduce((sum, { counts }) => sum + (counts[level] ?? 0), 0) <= MAX_POINTS) return level;
  return COARSEST;
}

/** Weak: an answer may be compressed or not. */
function tagOf(heads: readonly TrackHead[], asked: readonly unknown[]): string {
  const text = JSON.stringify([asked, heads.map(({ deviceId, day, revision }) => [deviceId, day, revision])]);
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

async function* inPieces(
  heads: readonly TrackHead[],
  frame: (head: TrackHead) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let frames: Uint8Array[] = [];
  let bytes = 0;
  for (const head of heads) {
    const framed = await frame(head);
    frames.push(framed);
    bytes += framed.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(frames);
    frames = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(frames);
}

interface StorableDays {
  readonly revision: number;
  readonly closed: readonly Uint8Array[];
}

/** The days of a device: stored ones, and those that are made now. For one job, which waits for each answer. */
class Days {
  readonly #trips: TripReader;
  readonly #device: TripDevice;
  readonly #heads = new Map<number, TrackHead>();
  readonly #remembered = new Map<number, Uint8Array>();
  #bytes = 0;

  constructor(tripReader: TripReader, device: TripDevice) {
    this.#trips = tripReader;
    this.#device = device;
  }

  get heads(): readonly TrackHead[] {
    return [...this.#heads.values()];
  }

  /** Runs of days that are neither stored nor made here. */
  async missing({ from, to }: DayRange): Promise<readonly DayRange[]> {
    const { id } = this.#device;
    const heads = await this.#trips.inSnapshot((snapshot) => snapshot.trackHeads(id, from, to));
    for (const { day, head } of heads) {
      // A day stored by an older version in another form is made again.
      const known = decodeTrackHead(head);
      if (known.ok) this.#heads.set(day, known.value);
    }
    const runs: DayRange[] = [];
    for (let day = from; day <= to; day++) {
      if (this.#heads.has(day)) continue;
      const run = runs.at(-1);
      if (run?.to === day - 1 && day - run.from < RUN_DAYS)
        runs[runs.length - 1] = { from: run.from, to: day };
      else runs.push({ from: day, to: day });
    }
    return runs;
  }

  async make(run: DayRange): Promise<StorableDays> {
    const { revision, days } = await makeDays(this.#trips, this.#device, run);
    for (const day of days) this.#remember(day);
    return { revision, closed: days.filter(({ isClosed }) => isClosed).map(({ body }) => body) };
  }

  /** A day at a level, as its head has promised. */
  async chunk(
    head: TrackHead,
    { level, attributes }: Pick<TrackJob, 'attributes'> & { level: number },
  ): Promise<Uint8Array> {
    const body = this.#remembered.get(head.day) ?? (await this.#stored(head)) ?? (await this.#anew(head.day));
    const chunk = decodeTrack(body);
    if (!chunk.ok || chunk.value.revision !== head.revision)
      throw new StorageError(`send a track: day ${head.day} has changed meanwhile`, 'CONFLICT');
    if (attributes.length > 0) {
      const { second } = pointsOfLevel(chunk.value.points, level);
      const measured = { day: head.day, second, names: attributes };
      const values = await this.#trips.inSnapshot((snapshot) => valuesAt(snapshot, this.#device, measured));
      return encodeLevel(chunk.value, level, values);
    }
    return level === 0 ? body : encodeLevel(chunk.value, level);
  }

  #stored({ deviceId, day }: TrackHead): Promise<Uint8Array | null> {
    return this.#trips.inSnapshot((snapshot) => snapshot.trackDay(deviceId, day));
  }

  async #anew(day: number): Promise<Uint8Array> {
    const { days } = await makeDays(this.#trips, this.#device, { from: day, to: day });
    return days[0]?.body ?? new Uint8Array(0);
  }

  #remember({ head, body }: MadeDay): void {
    this.#heads.set(head.day, head);
    if (this.#bytes + body.length > REMEMBERED_BYTES) return;
    this.#bytes += body.length;
    this.#remembered.set(head.day, body);
  }
}
