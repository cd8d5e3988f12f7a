import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { systemClock } from '@rastro/base';
import { CheckInStore, DriverNow } from '@rastro/extension';
import { holdFolder, openExtensionStorage, openStorage, type Storage } from '@rastro/storage';
import { NO_BRANDS, type TrackerNode } from '@rastro/tracker';
import { listenToDevices } from './listen-to-devices.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import type { MeasuredProcess } from './metrics/measured-process.ts';
import { followDrivers } from './modules/follow-drivers.ts';
import { openSharedBus, type NodeBus } from './open-shared-bus.ts';
import { openSharedNode } from './open-shared-node.ts';
import { createReadiness, workerComplaint } from './readiness.ts';
import type { RunningServer } from './run-server.ts';
import { addressOfData } from './settings/address-of-data.ts';
import type { Settings } from './settings/registry.ts';
import { trackerOptions } from './tracker-options.ts';

/** A process of the product, whatever its roles are. */
export type RunningProcess = Pick<RunningServer, 'url' | 'port' | 'protocols' | 'setupCode' | 'close'>;

interface Worker {
  readonly node: TrackerNode;
  readonly storage: Storage;
  readonly bus: NodeBus;
  /** Reason why it cannot do its work; null = it can. */
  readonly complaint: () => Promise<string | null>;
}
/** Things to be closed, in the order of opening. */
type Closing = (() => Promise<void> | void)[];

/**
 * Runs a process that serves no users: it listens to devices, or works on positions, or both. Its port answers health
 * and metrics, for its operator.
 * @throws when a port is taken, or database or bus cannot be reached.
 */
export async function runWorker(settings: Settings, natsUrl: string, log: Logger): Promise<RunningProcess> {
  const closing: Closing = [];
  const close = async (): Promise<void> => {
    for (const each of closing.splice(0).reverse()) await each();
  };
  try {
    const worker = await openWorker(settings, natsUrl, log, closing);
    const { ingest } = worker.node;
    const app = answerOperator(worker, createMetrics(measuredOf(settings, worker)));
    closing.push(() => app.close());
    const address = await app.listen({ host: settings.HOST, port: settings.PORT });
    const protocols = await listenToDevices(settings, ingest ? (options) => ingest.listen(options) : null);
    const port = Number(new URL(address).port);
    return { url: `http://localhost:${port}`, port, protocols, setupCode: () => null, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openWorker(
  settings: Settings,
  natsUrl: string,
  log: Logger,
  closing: Closing,
): Promise<Worker> {
  const held = holdFolder(settings.DATA_DIR);
  closing.push(() => held.release());
  const storage = await openStorage(addressOfData(settings));
  closing.push(() => storage.close());
  const extension = await openExtensionStorage(addressOfData(settings));
  closing.push(() => extension.close());
  const bus = await openSharedBus(settings, natsUrl, log);
  closing.push(() => bus.close());
  const drivers = new DriverNow();
  const checkInStore = new CheckInStore({ storage: extension, log: null, clock: systemClock }, () => {});
  closing.push(await followDrivers({ bus, drivers, checkInStore, clock: systemClock, log }));
  const options = trackerOptions(settings, log, {
    restart: () => log.warn({}, 'only processes with the role api are restarted by users'),
    checkedIn: drivers.at,
    brands: NO_BRANDS,
    // It makes no reports.
    withdrawn: async () => new Map(),
  });
  const node = await openSharedNode({ ...options, storage }, { settings, natsUrl, bus, log });
  closing.push(() => node.close());
  return {
    node,
    storage,
    bus,
    complaint: workerComplaint({ settings, bus, isStored: createReadiness(storage, systemClock) }),
  };
}

const measuredOf = (
  { ROLES, DATA_DIR }: Settings,
  { node, storage, bus, complaint }: Worker,
): MeasuredProcess => ({
  roles: [...ROLES].join(','),
  complaint,
  dataFolder: DATA_DIR,
  figures: node.figures,
  database: storage,
  bus,
  jobs: null,
  isSound: null,
});

function answerOperator({ complaint }: Worker, metrics: Registry): FastifyInstance {
  const app = Fastify({ logger: false });
  app.get('/health/live', async () => 'OK');
  app.get('/health/ready', async (_request, reply) => {
    const found = await complaint();
    return reply.code(found === null ? 200 : 503).send(found ?? 'OK');
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  return app;
}
