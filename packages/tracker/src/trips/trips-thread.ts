import { parentPort, workerData } from 'node:worker_threads';
import { stepBack, type ThreadPort } from '@rastro/base/threads';
import { openTripReader, type TripReader, type StorageLocation } from '@rastro/storage';
import { NOTHING_NEW, reduceDevice, upToDate, type TripDevice, type ReduceResult } from './reduce-device.ts';
import { lateFindings, type LateReview } from './late-window.ts';

/** Entry of the thread that updates derived history, which it takes over. */
export type TripJob =
  | {
      readonly kind: 'reduce';
      readonly devices: readonly TripDevice[];
      /** Records after which the rest waits for another turn: what comes of them goes through the main thread. */
      readonly maxRows: number;
    }
  /** Reviews late records of devices whose derived history is complete. */
  | { readonly kind: 'late'; readonly devices: readonly TripDevice[] };
export type TripWorkerRequest = TripJob & { readonly id: number };
export interface TripWorkerResult {
  /** In the order of the devices, maybe not of all of them. */
  readonly reduced: readonly ReduceResult[];
  readonly late: readonly LateReview[];
}
export interface TripWorkerResponse {
  readonly id: number;
  /** Null = the store did not answer. */
  readonly result: TripWorkerResult | null;
  readonly error: string | null;
}

async function reduceAll(
  reader: TripReader,
  devices: readonly TripDevice[],
  maxRows: number,
): Promise<readonly ReduceResult[]> {
  const reduced: ReduceResult[] = [];
  const current = await upToDate(reader, devices);
  let rows = 0;
  for (const device of devices) {
    if (rows >= maxRows) break;
    if (current.has(device.id)) {
      reduced.push(NOTHING_NEW);
      continue;
    }
    const result = await reduceDevice(reader, device, maxRows - rows);
    reduced.push(result);
    rows += result.rows;
  }
  return reduced;
}

async function reviewAll(reader: TripReader, devices: readonly TripDevice[]): Promise<readonly LateReview[]> {
  const late: LateReview[] = [];
  for (const device of devices) {
    const review = await lateFindings(reader, device);
    if (review) late.push(review);
  }
  return late;
}

async function answerTo(
  reader: TripReader,
  tripWorkerRequest: TripWorkerRequest,
): Promise<TripWorkerResponse> {
  const { id, devices } = tripWorkerRequest;
  try {
    const result =
      tripWorkerRequest.kind === 'reduce'
        ? { reduced: await reduceAll(reader, devices, tripWorkerRequest.maxRows), late: [] }
        : { reduced: [], late: await reviewAll(reader, devices) };
    return { id, result, error: null };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { id, result: null, error: text };
  }
}

export async function serve(port: ThreadPort, location: StorageLocation): Promise<void> {
  const reader = await openTripReader(location);
  // One request after the other: side by side, the rows of one would be held while those of another are read.
  let last = Promise.resolve();
  port.on('message', (tripWorkerRequest: TripWorkerRequest) => {
    last = last.then(async () => port.postMessage(await answerTo(reader, tripWorkerRequest)));
  });
}

if (parentPort) {
  // Derived history may wait, acknowledgements may not.
  stepBack('later');
  await serve(parentPort, workerData);
}
