import type { Logger } from 'pino';
import { holdAddress } from './closing-gate.ts';
import { runServer } from './run-server.ts';
import { runWorker, type RunningProcess } from './run-worker.ts';
import type { Settings } from './settings/registry.ts';

export interface Product {
  /** The first start; later ones use the same ports. */
  readonly first: RunningProcess;
  stop(): Promise<void>;
}

/** Runs the server, with its demonstration on request, and restarts it when an administrator asks. */
export async function startProduct(settings: Settings, log: Logger, demo: boolean): Promise<Product> {
  let running: { server: RunningProcess; demo: { stop(): void } | null };
  /** Starts and stops follow each other, however fast they are asked for. */
  let queue: Promise<void> = Promise.resolve();
  let isStopping = false;

  const start = async (now: Settings, freeAddress?: () => Promise<void>): Promise<void> => {
    if (now.NATS_URL !== null && !now.ROLES.has('api')) {
      running = { server: await runWorker(now, now.NATS_URL, log), demo: null };
      return;
    }
    const server = await runServer(now, log, restart, freeAddress);
    running = { server, demo: null };
    if (!demo) return;
    const { runDemo } = await import('./demo/run-demo.ts');
    running.demo = await runDemo(server, now, log);
  };
  const end = async (): Promise<void> => {
    running.demo?.stop();
    await running.server.close();
  };
  function restart(): void {
    queue = queue.then(async () => {
      if (isStopping) return;
      log.info({}, 'restarting');
      const { port, protocols } = running.server;
      await end();
      const freeAddress = await holdAddress(settings.HOST, port);
      // The same ports, also where any free port was requested: devices and browsers reconnect to them.
      const same = { ...settings, PORT: port, PROTOCOLS: new Map(Object.entries(protocols)) };
      await start(same, freeAddress);
    });
    queue.catch((error: unknown) => {
      log.fatal({ err: error }, 'cannot start again');
      process.exit(1);
    });
  }

  await start(settings);
  const first = running!.server;
  return {
    first,
    stop: async () => {
      isStopping = true;
      await queue;
      await end();
    },
  };
}
