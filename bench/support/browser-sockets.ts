import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface SocketsPlan {
  readonly url: string;
  /** Of one account, or of several in turn: an account has no more than a few pages. */
  readonly cookie: string | readonly string[];
  readonly sockets: number;
}
export interface SocketsReport {
  readonly frames: number;
  /** Arrival of a packet at the server → its position at the browser. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Browsers in a process of their own. Opened when this resolves. */
export async function openBrowserSockets(plan: SocketsPlan): Promise<{ close(): Promise<SocketsReport> }> {
  const program = fileURLToPath(new URL('./browser-sockets-main.ts', import.meta.url));
  const child = fork(program, [JSON.stringify(plan)]);
  await once(child, 'message');
  return {
    close: async () => {
      const answer = once(child, 'message');
      child.send('close');
      const [report] = (await answer) as [SocketsReport];
      return report;
    },
  };
}
