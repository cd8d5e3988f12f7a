import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openBookReader, type BookReader, type StorageLocation } from '@rastro/storage';
import { foldDevice, type BookDevice, type Folded } from './fold-device.ts';
import { lateFindings, type LateLook } from './late-window.ts';

/** Entry of the thread that keeps books; nothing imports this file, because running it takes the thread over. */
export type BooksWish =
  | {
      readonly kind: 'fold';
      readonly devices: readonly BookDevice[];
      /** Records after which the rest waits for another turn: what comes of them goes through the main thread. */
      readonly maxRows: number;
    }
  /** What late records of devices mean whose books are complete. */
  | { readonly kind: 'late'; readonly devices: readonly BookDevice[] };
export type BooksOrder = BooksWish & { readonly id: number };
export interface BooksResult {
  /** In the order of the devices, maybe not of all of them. */
  readonly folded: readonly Folded[];
  readonly late: readonly LateLook[];
}
export interface BooksAnswer {
  readonly id: number;
  /** Null = the store did not answer. */
  readonly result: BooksResult | null;
  readonly error: string | null;
}

function foldAll(reader: BookReader, devices: readonly BookDevice[], maxRows: number): readonly Folded[] {
  const folded: Folded[] = [];
  let rows = 0;
  for (const device of devices) {
    if (rows >= maxRows) break;
    const result = foldDevice(reader, device, maxRows - rows);
    folded.push(result);
    rows += result.rows;
  }
  return folded;
}

function answerTo(reader: BookReader, order: BooksOrder): BooksAnswer {
  const { id, devices } = order;
  try {
    const result =
      order.kind === 'fold'
        ? { folded: foldAll(reader, devices, order.maxRows), late: [] }
        : { folded: [], late: devices.flatMap((device) => lateFindings(reader, device) ?? []) };
    return { id, result, error: null };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { id, result: null, error: text };
  }
}

/**
 * What devices send goes first when there is more to do than the machine can: books may wait, acknowledgements may not.
 * On Linux a thread has a priority of its own, elsewhere this would be that of the whole process.
 */
function stepBack(): void {
  if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

if (parentPort) {
  stepBack();
  const port = parentPort;
  const location: StorageLocation = workerData;
  const reader = openBookReader(location);
  port.on('message', (order: BooksOrder) => port.postMessage(answerTo(reader, order)));
}
