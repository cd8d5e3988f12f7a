import { Worker } from 'node:worker_threads';
import { type Timer, host } from '@rastro/base/host';
import type { Receipt } from './receipt.ts';

const PATIENCE_MS = 20_000;
/** Limit of the queue; clients whose request does not fit ask again. */
const MAX_WAITING = 20;

/**
 * Draws receipts in a thread of its own, one after another: fonts and drawing are no work for who answers everybody.
 * @returns null = too many wait.
 * @throws when it cannot be drawn.
 */
export function receiptPrinter(): (receipt: Receipt) => Promise<Uint8Array | null> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (receipt) => {
    if (waiting === MAX_WAITING) return null;
    waiting++;
    const mine = last.then(() => inThread(receipt));
    last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      waiting--;
    }
  };
}

async function inThread(receipt: Receipt): Promise<Uint8Array> {
  const worker = new Worker(new URL('./receipt-thread.ts', import.meta.url), { workerData: receipt });
  let timer: Timer | undefined;
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      timer = host.setTimeout(
        () => reject(new Error('Cannot print a receipt: it takes too long')),
        PATIENCE_MS,
      );
      worker.once('message', (bytes: Uint8Array) => resolve(bytes));
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('Cannot print a receipt: its thread has ended')));
    });
  } finally {
    host.clearTimeout(timer);
    await worker.terminate();
  }
}
