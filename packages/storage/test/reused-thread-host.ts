import { parentPort, type MessagePort } from 'node:worker_threads';
import type { ThreadPort } from '@rastro/base/threads';

/** Work for the thread: the entry that does it, its line to its owner, and its data. */
export interface Hosted {
  readonly entry: string;
  readonly port: MessagePort;
  readonly workerData: unknown;
}
/** Asks whether the work has ended by itself. */
export const IS_ENDED = 'is-ended';

interface Entry {
  readonly serve: (port: ThreadPort, workerData: unknown) => void;
}

let isEnded = false;
parentPort?.on('message', (message: Hosted | typeof IS_ENDED) => {
  if (message === IS_ENDED) parentPort?.postMessage(isEnded);
  else void host(message);
});

async function host({ entry, port, workerData }: Hosted): Promise<void> {
  isEnded = false;
  const { serve } = (await import(entry)) as Entry;
  const close = port.close.bind(port);
  port.close = () => {
    isEnded = true;
    close();
  };
  serve(port, workerData);
}
