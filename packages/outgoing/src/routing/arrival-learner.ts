import { Worker } from 'node:worker_threads';
import {
  readArrivalModel,
  type ArrivalLearner,
  type ArrivalModel,
  type Ride,
} from '@rastro/fleet/arrival-times';

/** Learns in a thread that ends with its lesson: it is busy for seconds, once a night. */
export const createArrivalLearner = (): ArrivalLearner => ({ learn });

async function learn(rides: readonly Ride[], signal: AbortSignal): Promise<ArrivalModel | null> {
  if (signal.aborted) return null;
  const worker = new Worker(new URL('./learn-thread.ts', import.meta.url), {
    workerData: rides,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<ArrivalModel | null>((resolve, reject) => {
      worker.once('message', (model: unknown) => resolve(readArrivalModel(model)));
      worker.once('error', reject);
      worker.once('exit', () =>
        signal.aborted ? resolve(null) : reject(new Error('Cannot learn: the thread ended')),
      );
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
