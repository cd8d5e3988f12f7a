import { parentPort, workerData } from 'node:worker_threads';
import { openBookReader, type BookReader, type StorageLocation } from '@rastro/storage';
import { foldDevice, type BookDevice, type Folded } from './fold-device.ts';

/** Entry of the thread that keeps books; nothing imports this file, because running it takes the thread over. */
export interface FoldOrder {
  readonly id: number;
  readonly devices: readonly BookDevice[];
  /** Records after which the rest waits for another turn: what comes of them goes through the main thread. */
  readonly maxRows: number;
}
export interface FoldAnswer {
  readonly id: number;
  /** In the order of the devices, maybe not of all of them; null = the store did not answer. */
  readonly folded: readonly Folded[] | null;
  readonly error: string | null;
}

function fold(reader: BookReader, { id, devices, maxRows }: FoldOrder): FoldAnswer {
  try {
    const folded: Folded[] = [];
    let rows = 0;
    for (const device of devices) {
      if (rows >= maxRows) break;
      const result = foldDevice(reader, device, maxRows - rows);
      folded.push(result);
      rows += result.rows;
    }
    return { id, folded, error: null };
  } catch (error) {
    return {
      id,
      folded: null,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

if (parentPort) {
  const port = parentPort;
  const location: StorageLocation = workerData;
  const reader = openBookReader(location);
  port.on('message', (order: FoldOrder) => port.postMessage(fold(reader, order)));
}
