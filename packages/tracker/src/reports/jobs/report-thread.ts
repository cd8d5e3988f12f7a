import { parentPort, workerData } from 'node:worker_threads';
import { nextTurn } from '@rastro/base/host';
import {
  openAddressReader,
  openTripReader,
  openHistoryReader,
  StorageError,
  type StorageLocation,
} from '@rastro/storage';
import { PlaceReader } from '../../geocoding/place-reader.ts';
import type { TownTables } from '../../geocoding/towns/town-tables.ts';
import { makeTrack } from '../../tracks/make-track.ts';
import { freshMemoryOf } from '../../trips/fresh-memory.ts';
import { makeReport, TooManyRowsError } from '../files/make-report.ts';
import { PdfTooLongError } from '../pdf/pdf-too-long-error.ts';
import type { ReportFailure, ThreadJob } from '../request/report-job.ts';

/**
 * Order for a thread: the towns of the world, and about a job, by its number: make it, one piece was taken, the rest is
 * not wanted.
 */
export type Order =
  | { readonly kind: 'towns'; readonly tables: TownTables }
  | { readonly kind: 'make'; readonly id: number; readonly job: ThreadJob }
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'stop'; readonly id: number };
/** Squares that were read and have no address yet. */
export interface Wanted {
  readonly kind: 'wanted';
  readonly cells: readonly number[];
}
export type Piece = { readonly id: number } & (
  | { readonly kind: 'piece'; readonly piece: string | Uint8Array }
  | { readonly kind: 'done'; readonly remembers: number }
  | { readonly kind: 'failed'; readonly failure: ReportFailure; readonly rows: number }
);

/** Pieces on their way before a job waits: bounds memory when the reader is slow. */
const WINDOW = 4;

interface Reading {
  free: number;
  stopped: boolean;
  wake: (() => void) | null;
}

if (parentPort) {
  const port = parentPort;
  const location = workerData as StorageLocation;
  const places = new PlaceReader(await openAddressReader(location), (cells) =>
    port.postMessage({ kind: 'wanted', cells } satisfies Wanted),
  );
  const trips = await openTripReader(location, { onReplica: true });
  const reader = { ...(await openHistoryReader(location)), trips, places };
  /** Usually one; a job whose reader has stopped reading waits here while others are made. */
  const readings = new Map<number, Reading>();
  const post = (piece: Piece): void => port.postMessage(piece);
  /** A piece of a report that has its memory for itself is handed over; days of a track are remembered here. */
  const give = (id: number, piece: string | Uint8Array, isTrack: boolean): void => {
    const isCopied = isTrack || typeof piece === 'string' || piece.byteLength < piece.buffer.byteLength;
    const memory = isCopied ? null : piece.buffer;
    port.postMessage(
      { id, kind: 'piece', piece } satisfies Piece,
      memory instanceof ArrayBuffer ? [memory] : [],
    );
  };

  const make = async (id: number, job: ThreadJob, reading: Reading): Promise<void> => {
    const pieces = job.type === 'track' ? makeTrack(reader.trips, job) : makeReport(reader, job);
    for await (const piece of pieces) {
      // Lets orders in between two pages.
      await nextTurn();
      if (reading.stopped) break;
      if (piece.length === 0) continue;
      while (reading.free === 0 && !reading.stopped)
        await new Promise<void>((resolve) => {
          reading.wake = resolve;
        });
      reading.free--;
      give(id, piece, job.type === 'track');
    }
  };
  const start = (id: number, job: ThreadJob): void => {
    const reading: Reading = { free: WINDOW, stopped: false, wake: null };
    readings.set(id, reading);
    make(id, job, reading).then(
      () => post({ id, kind: 'done', remembers: freshMemoryOf(trips).entries }),
      (error: unknown) => post({ id, kind: 'failed', ...failureOf(error) }),
    );
  };
  port.on('message', (order: Order) => {
    if (order.kind === 'towns') {
      places.useTowns(order.tables);
      return;
    }
    if (order.kind === 'make') {
      start(order.id, order.job);
      return;
    }
    const reading = readings.get(order.id);
    if (!reading) return;
    if (order.kind === 'stop') {
      reading.stopped = true;
      readings.delete(order.id);
    } else reading.free++;
    reading.wake?.();
    reading.wake = null;
  });
}

/** `rows`: how many a PDF would have. */
function failureOf(error: unknown): { readonly failure: ReportFailure; readonly rows: number } {
  if (error instanceof PdfTooLongError) return { failure: 'PDF_TOO_LONG', rows: error.rows };
  if (error instanceof TooManyRowsError) return { failure: 'TOO_MANY_ROWS', rows: 0 };
  return { failure: error instanceof StorageError ? 'STORAGE' : 'THREAD', rows: 0 };
}
