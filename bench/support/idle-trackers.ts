import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Trackers of one process. */
export interface TrackersPlan {
  readonly port: number;
  readonly trackers: number;
  /** Tracker i is the device `madeUpImei(firstSerial + i)`. */
  readonly firstSerial: number;
  /** Of the process: its trackers have local addresses of their own. */
  readonly number: number;
}
export type TrackersOrder =
  | { readonly kind: 'open' }
  /** All at once, each with one record that it wants acknowledged. */
  | { readonly kind: 'comeBack'; readonly recordTime: number };

export interface TrackersAnswer {
  /** Trackers whose login, and record if any, was answered, and whose connection is open. */
  readonly connected: number;
  /** Connections that the other side ended, since the start. */
  readonly cut: number;
  /** Connections that were tried, since the order. */
  readonly tries: number;
}
export interface IdleTrackers {
  order(order: TrackersOrder): Promise<TrackersAnswer>;
  close(): Promise<void>;
}

/** Connections of one process, below its limit of open files. */
const PER_PROCESS = 15_000;

/** Trackers in processes of their own. */
export function startIdleTrackers(port: number, count: number): IdleTrackers {
  const program = fileURLToPath(new URL('./idle-trackers-main.ts', import.meta.url));
  const children = Array.from({ length: Math.ceil(count / PER_PROCESS) }, (_, number) => {
    const firstSerial = number * PER_PROCESS;
    const trackers = Math.min(PER_PROCESS, count - firstSerial);
    const plan: TrackersPlan = { port, trackers, firstSerial, number };
    return fork(program, [JSON.stringify(plan)]);
  });
  return {
    order: async (order) => {
      const answers = children.map((child) => once(child, 'message'));
      for (const child of children) child.send(order);
      const all = (await Promise.all(answers)).map(([answer]) => answer as TrackersAnswer);
      const sum = (of: keyof TrackersAnswer): number => all.reduce((total, answer) => total + answer[of], 0);
      return { connected: sum('connected'), cut: sum('cut'), tries: sum('tries') };
    },
    close: async () => {
      const gone = children.map((child) => once(child, 'exit'));
      for (const child of children) child.disconnect();
      await Promise.all(gone);
    },
  };
}
