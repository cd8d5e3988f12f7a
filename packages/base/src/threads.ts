import { constants, getPriority, setPriority } from 'node:os';
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

/** Niceness of threads whose work may wait: `later` behind what comes from devices, `last` behind everything. */
const NICENESS = {
  later: constants.priority.PRIORITY_BELOW_NORMAL,
  last: constants.priority.PRIORITY_LOW,
} as const;

/**
 * Puts this thread behind others when there is more to do than the machine can. Only on Linux a thread has a priority
 * of its own. A server that was started with less stays there: to raise it is refused to ordinary users, and a machine
 * that allows no priorities at all is no reason to leave the work undone.
 */
export function stepBack(behind: keyof typeof NICENESS): void {
  if (process.platform !== 'linux') return;
  try {
    if (getPriority() < NICENESS[behind]) setPriority(NICENESS[behind]);
  } catch {
    // The work is done with the priority that there is.
  }
}
