import { Worker } from 'node:worker_threads';
import { type Timer, host } from '@rastro/base/host';

const PATIENCE_MS = 20_000;
/** Limit of the queue; clients whose request does not fit ask again. */
const MAX_WAITING = 20;

/**
 * Prints papers in a thread of its own, one after another: fonts, pictures and drawing are no work for who answers
 * everybody. The printer resolves with null when too many wait, and rejects when a paper cannot be drawn.
 * @param thread Module that draws its `workerData` and posts the bytes.
 */
export function threadPrinter(thread: URL): (paper: object) => Promise<Uint8Array | null> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (paper) => {
    if (waiting === MAX_WAITING) return null;
    waiting++;
    const mine = last.then(() => inThread(thread, paper));
    last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      waiting--;
    }
  };
}

async function inThread(thread: URL, paper: object): Promise<Uint8Array> {
  const worker = new Worker(thread, {
    workerData: paper,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  let timer: Timer | undefined;
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      timer = host.setTimeout(() => reject(new Error('Cannot print: it takes too long')), PATIENCE_MS);
      worker.once('message', (bytes: Uint8Array) => resolve(bytes));
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('Cannot print: the thread has ended')));
    });
  } finally {
    host.clearTimeout(timer);
    await worker.terminate();
  }
}
