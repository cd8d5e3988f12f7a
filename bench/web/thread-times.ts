/** One event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** Processor time of the thread: what other programs on the machine take is not in it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}
export const TRACE_CATEGORIES = ['toplevel', 'devtools.timeline'];
const LONG_TASK_MS = 50;

export interface ThreadTimes {
  /** Milliseconds of processor per message that the page took from its worker. */
  readonly messages: readonly number[];
  readonly frames: readonly number[];
  /** Tasks of the main thread that ran, not waited, for longer than 50 ms. */
  readonly longTasks: readonly number[];
}

/** Reads what the main thread of the page did out of a trace. */
export function threadTimes(trace: Buffer): ThreadTimes {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const main = new Set<string>();
  for (const { name, pid, tid, args } of traceEvents) {
    if (name === 'thread_name' && args?.name === 'CrRendererMain') main.add(`${pid}:${tid}`);
  }
  const times = (name: string): number[] =>
    traceEvents
      .filter((event) => event.ph === 'X' && event.name === name && main.has(`${event.pid}:${event.tid}`))
      .map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1_000);
  return {
    messages: times('HandlePostMessage'),
    frames: times('FireAnimationFrame'),
    longTasks: times('ThreadControllerImpl::RunTask').filter((ms) => ms > LONG_TASK_MS),
  };
}
