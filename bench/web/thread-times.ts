/** One event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread: what other programs on the machine take is not in it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}
export const TRACE_CATEGORIES = ['toplevel', 'devtools.timeline'];
const LONG_TASK_MS = 50;
const SAME_FRAME_US = 1_000;
const TASK = 'ThreadControllerImpl::RunTask';
/** Where script begins within a task. */
const SCRIPT: ReadonlySet<string> = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'v8.callFunction',
  'v8.run',
]);

export interface ThreadTimes {
  /** Milliseconds of processor per message that the page took from its worker. */
  readonly messages: readonly number[];
  readonly frames: readonly number[];
  /** Tasks of the main thread that ran, not waited, for longer than 50 ms. */
  readonly longTasks: readonly number[];
  /** Milliseconds of processor of the longest task. */
  readonly longest: number;
  /** The same of script alone: the most that one task spent in it. */
  readonly longestScript: number;
  /** All script of the main thread. */
  readonly script: number;
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
  const tasks = times(TASK);
  const ofMain = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && main.has(`${pid}:${tid}`));
  return {
    messages: times('HandlePostMessage'),
    frames: framesOf(
      traceEvents.filter(
        ({ name, ph, pid, tid }) => ph === 'X' && name === 'FireAnimationFrame' && main.has(`${pid}:${tid}`),
      ),
    ),
    longTasks: tasks.filter((ms) => ms > LONG_TASK_MS),
    longest: tasks.reduce((max, ms) => Math.max(max, ms), 0),
    ...scriptOf(ofMain),
  };
}

/** The callbacks of one frame run one after another: their sum is what the frame costs. */
function framesOf(callbacks: readonly TraceEvent[]): number[] {
  const frames: number[] = [];
  let endedAt = Number.NEGATIVE_INFINITY;
  for (const { ts, dur = 0, tdur } of callbacks.toSorted((a, b) => a.ts - b.ts)) {
    if (ts - endedAt > SAME_FRAME_US) frames.push(0);
    frames[frames.length - 1] = (frames.at(-1) ?? 0) + (tdur ?? dur) / 1_000;
    endedAt = ts + dur;
  }
  return frames;
}

/** Script within script is counted once. */
function scriptOf(events: readonly TraceEvent[]): Pick<ThreadTimes, 'script' | 'longestScript'> {
  let [all, max, sum, taskEnd, scriptEnd] = [0, 0, 0, 0, 0];
  const inOrder = events
    .filter(({ name }) => name === TASK || SCRIPT.has(name))
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  for (const { name, ts, dur = 0, tdur } of inOrder) {
    if (name === TASK) {
      if (ts >= taskEnd) [sum, taskEnd] = [0, ts + dur];
      continue;
    }
    if (ts < scriptEnd) continue;
    scriptEnd = ts + dur;
    const ms = (tdur ?? dur) / 1_000;
    all += ms;
    sum += ms;
    max = Math.max(max, sum);
  }
  return { script: all, longestScript: max };
}
