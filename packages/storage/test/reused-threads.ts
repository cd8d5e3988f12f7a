import { EventEmitter } from 'node:events';
import { MessageChannel, Worker, type WorkerOptions } from 'node:worker_threads';
import { standInForThreads, type Thread } from '@rastro/base/threads';
import { IS_ENDED, type Hosted } from './reused-thread-host.ts';

const HOST = new URL('./reused-thread-host.ts', import.meta.url);
/** Ends by itself after `close`, and leaves nothing behind in its thread. */
const REUSABLE = /\/sqlite-thread\.ts$/;
/** The code of a thread that its owner ends. */
const TERMINATED = 1;

/** Threads without work, by the name and the limits that they were started with. */
const idle = new Map<string, Worker[]>();

/**
 * Lets a database that is opened use the thread of one that was closed, with its code already loaded: loading takes five
 * times as long as all the rest of a start, and tests open thousands. A thread that was not closed in order ends.
 * @returns the end of this.
 */
export function reuseThreads(): () => void {
  return standInForThreads((entry, options) =>
    REUSABLE.test(entry.pathname)
      ? (new ReusedThread(entry, options) as unknown as Thread)
      : new Worker(entry, options),
  );
}

/** The work of one database in a thread that outlives it. */
class ReusedThread extends EventEmitter {
  readonly #kind: string;
  readonly #worker: Worker;
  readonly #port;
  #hasEnded = false;

  constructor(entry: URL, options: WorkerOptions) {
    super();
    const { workerData, ...how } = options;
    this.#kind = JSON.stringify([entry.href, how]);
    this.#worker = idle.get(this.#kind)?.pop() ?? new Worker(HOST, how);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#port.on('message', (message) => this.emit('message', message));
    this.#worker.ref();
    this.#worker.on('error', this.#fail);
    this.#worker.on('exit', this.#end);
    this.#worker.postMessage({ entry: entry.href, port: port2, workerData } satisfies Hosted, [port2]);
  }

  postMessage(message: unknown): void {
    this.#port.postMessage(message);
  }
  unref(): void {
    this.#port.unref();
    this.#worker.unref();
  }

  async terminate(): Promise<number> {
    if (this.#hasEnded) return TERMINATED;
    const isClosed = await new Promise<boolean>((resolve) => {
      this.#worker.once('message', resolve);
      this.once('exit', () => resolve(false));
      this.#worker.postMessage(IS_ENDED);
    });
    if (!isClosed) return this.#worker.terminate();
    this.#worker.off('error', this.#fail);
    this.#worker.off('exit', this.#end);
    this.#worker.unref();
    idle.set(this.#kind, [...(idle.get(this.#kind) ?? []), this.#worker]);
    this.#end(TERMINATED);
    return TERMINATED;
  }

  readonly #fail = (error: unknown): void => void this.emit('error', error);
  readonly #end = (code: number): void => {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#port.close();
    this.emit('exit', code);
  };
}
