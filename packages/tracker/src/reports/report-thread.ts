import { setImmediate as breathe } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openHistoryReader, StorageError, type StorageLocation } from '@rastro/storage';
import { makeReport, TooManyRowsError } from './make-report.ts';
import type { ReportFailure, ReportJob } from './report-job.ts';

/** What a thread is told: a job, that one piece was taken, that nobody wants the rest. */
export type Order =
  | { readonly kind: 'make'; readonly job: ReportJob }
  | { readonly kind: 'taken' }
  | { readonly kind: 'stop' };
export type Piece =
  | { readonly kind: 'piece'; readonly piece: string | Uint8Array }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly failure: ReportFailure };

/** Pieces on their way before the thread waits: bounds memory when the reader is slow. */
const WINDOW = 4;

if (parentPort) {
  const port = parentPort;
  const reader = await openHistoryReader(workerData as StorageLocation);
  const reading = { free: WINDOW, stopped: false, wake: null as (() => void) | null };
  const say = (piece: Piece): void => port.postMessage(piece);

  const make = async (job: ReportJob): Promise<void> => {
    for await (const piece of makeReport(reader, job)) {
      // Lets orders in between two pages.
      await breathe();
      if (reading.stopped) break;
      if (piece.length === 0) continue;
      while (reading.free === 0 && !reading.stopped)
        await new Promise<void>((resolve) => {
          reading.wake = resolve;
        });
      reading.free--;
      say({ kind: 'piece', piece });
    }
  };
  port.on('message', (order: Order) => {
    if (order.kind === 'make') {
      reading.free = WINDOW;
      reading.stopped = false;
      make(order.job).then(
        () => say({ kind: 'done' }),
        (error: unknown) => say({ kind: 'failed', failure: failureOf(error) }),
      );
      return;
    }
    if (order.kind === 'stop') reading.stopped = true;
    else reading.free++;
    reading.wake?.();
    reading.wake = null;
  });
}

function failureOf(error: unknown): ReportFailure {
  if (error instanceof TooManyRowsError) return 'TOO_MANY_ROWS';
  return error instanceof StorageError ? 'STORAGE' : 'THREAD';
}
