// Loaded into the measured server by `--import`: answers its parent with what only the process itself can know.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Result of one measurement; times since the last measurement. */
export interface Measured {
  readonly rssKiB: number;
  /** Live JavaScript objects and their buffers; after a collection when one was asked for. */
  readonly heapKiB: number;
  /** Resident memory outside the pages of JavaScript objects of the main thread. */
  readonly outsideKiB: number;
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  readonly cpuMs: number;
}
export interface MeasureOrder {
  readonly measure: number;
  readonly collect: boolean;
}

const RESOLUTION_MS = 2;

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let cpu = process.cpuUsage();
  // The histogram counts the pause between two ticks; what exceeds the asked-for pause is the delay.
  const delayOf = (nanoseconds: number): number =>
    Math.round(Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS) * 10) / 10;
  process.on('message', ({ measure, collect }: MeasureOrder) => {
    if (collect) globalThis.gc?.();
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
    const used = process.cpuUsage(cpu);
    const measured: Measured = {
      rssKiB: rss / 1024,
      heapKiB: (heapUsed + external) / 1024,
      outsideKiB: (rss - heapTotal) / 1024,
      loopP99Ms: delayOf(delay.percentile(99)),
      loopMaxMs: delayOf(delay.max),
      cpuMs: (used.user + used.system) / 1000,
    };
    delay.reset();
    cpu = process.cpuUsage();
    process.send?.({ measure, measured });
  });
  // A benchmark that was ended takes its server along.
  process.once('disconnect', () => process.exit(1));
  // Answering must not keep a stopping server alive.
  process.channel?.unref();
}
