import { Worker, type MessagePort, type WorkerOptions } from 'node:worker_threads';

/** A thread, for its owner. */
export type Thread = Pick<Worker, 'on' | 'postMessage' | 'terminate' | 'unref'>;
/** The owner, for a thread. */
export type ThreadPort = Pick<MessagePort, 'on' | 'postMessage' | 'close'>;
/** An entry exports `serve(port, workerData)`: its work, from the first message on. */
export type StartThread = (entry: URL, options: WorkerOptions) => Thread;

const startWorker: StartThread = (entry, options) => new Worker(entry, options);
let current = startWorker;

/** Starts a thread of this process, or what stands for one in a simulation. */
export const startThread: StartThread = (entry, options) => current(entry, options);

/** Puts something else in the place of threads. @returns ends it. */
export function standInForThreads(other: StartThread): () => void {
  const before = current;
  current = other;
  return () => {
    current = before;
  };
}
