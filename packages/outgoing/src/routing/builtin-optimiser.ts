import { Worker } from 'node:worker_threads';
import type {
  OptimisedPlan,
  PlanOptimiser,
  PlanRequest,
  RoutingPlan,
  RoutingProblem,
} from '@rastro/fleet/routing';
import { host } from '@rastro/base/host';

/** Job of the thread. */
export interface OptimiseWork {
  readonly problem: RoutingProblem;
  readonly seed: number | null;
  readonly rounds: number | null;
  /** One number: 1 = the best plan so far is enough. */
  readonly stop: SharedArrayBuffer;
}
export type OptimiseMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly plan: RoutingPlan }
  | { readonly kind: 'failed'; readonly message: string };

/** A search that takes longer has a plan by then. */
const PATIENCE_MS = 30_000;
/** Time to hand the plan over after that. */
const GRACE_MS = 10_000;

/** Our own optimiser, in a thread; one search after the other, so that users have the other processors. */
export class BuiltInOptimiser implements PlanOptimiser {
  #last: Promise<unknown> = Promise.resolve();
  readonly #closing = new AbortController();

  optimise(problem: RoutingProblem, request: PlanRequest = {}): Promise<OptimisedPlan> {
    const turn = this.#last.then(async (): Promise<OptimisedPlan> => {
      const signal = AbortSignal.any([this.#closing.signal, ...(request.signal ? [request.signal] : [])]);
      const plan = await inThread(problem, request, signal);
      return { plan, optimiser: 'builtIn', failure: null };
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
  }
}

async function inThread(
  problem: RoutingProblem,
  { seed, rounds, onProgress }: PlanRequest,
  signal: AbortSignal,
): Promise<RoutingPlan> {
  const stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const raise = (): void => void Atomics.store(new Int32Array(stop), 0, 1);
  const problemPlain = { ...problem, seconds: Float64Array.from(problem.seconds) };
  const workerData: OptimiseWork = {
    problem: problemPlain,
    seed: seed ?? null,
    rounds: rounds ?? null,
    stop,
  };
  const worker = new Worker(new URL('./optimise-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  if (signal.aborted) raise();
  signal.addEventListener('abort', raise, { once: true });
  const timers = [host.setTimeout(raise, PATIENCE_MS)];
  try {
    return await new Promise<RoutingPlan>((resolve, reject) => {
      const end = (): void => reject(new Error('Cannot plan: the thread ended'));
      timers.push(host.setTimeout(end, PATIENCE_MS + GRACE_MS));
      worker.on('message', (message: OptimiseMessage) => {
        if (message.kind === 'progress') onProgress?.(message.share);
        else if (message.kind === 'done') resolve(message.plan);
        else reject(new RangeError(message.message));
      });
      worker.once('error', reject);
      worker.once('exit', end);
    });
  } finally {
    for (const timer of timers) host.clearTimeout(timer);
    signal.removeEventListener('abort', raise);
    await worker.terminate();
  }
}
