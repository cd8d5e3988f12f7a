import { createSafeFetch, createSmsGateway } from '@rastro/outgoing';
import type { Storage } from '@rastro/storage';
import {
  BundledRecords,
  IngestCounters,
  openApi,
  openIngest,
  openProcess,
  openReplica,
} from '@rastro/tracker';
import type { Directory, TrackerBus, TrackerOptions } from '@rastro/tracker';
import type { ServerBilling } from './billing/server-billing.ts';
import type { Life } from './scheduler.ts';
import { ServerProcess, type ProcessWorld } from './server-process.ts';
import type { Front, Layout } from './layout.ts';

export interface ApartWorld extends ProcessWorld {
  readonly brand: string;
  readonly options: (life: Life) => TrackerOptions;
  readonly openStorage: () => Promise<Storage>;
  readonly join: (life: Life) => TrackerBus;
  readonly openBilling: (front: Omit<Front, 'billing'>, life: Life) => Promise<ServerBilling>;
  readonly listen: (ingest: Pick<ReturnType<typeof openIngest>, 'listen'>) => Promise<void>;
}
interface Joined {
  readonly bus: TrackerBus;
  readonly storage: Storage;
  readonly directory: Directory;
  close(): Promise<void>;
}

/** Of records between ingest and process; small, so that it fills. */
const BUNDLES = { gatherMs: 2, maxRecords: 200, answerMs: 10_000 };

/** The three roles in a process each, joined by a bus whose messages take their time. */
export function openApart(world: ApartWorld): Layout {
  const join = async (life: Life): Promise<Joined> => {
    const storage = await world.openStorage();
    const bus = world.join(life);
    const { directory, close } = await openReplica(storage, bus, world.brand);
    const end = async (): Promise<void> => {
      close();
      await storage.close();
    };
    return { bus, storage, directory, close: end };
  };
  const positions = new ServerProcess('process', world, async (life) => {
    const joined = await join(life);
    const sms = createSmsGateway(null, createSafeFetch({ allowPrivate: true, timeoutMs: 1000 }));
    const role = await openProcess(world.options(life), { ...joined, sms, counters: new IngestCounters() });
    role.watch();
    await joined.bus.flush();
    return { role, directory: joined.directory, close: () => role.close().then(() => joined.close()) };
  });
  const api = new ServerProcess('api', world, async (life) => {
    const joined = await join(life);
    const { storage, directory } = joined;
    const role = await openApi(world.options(life), joined);
    const tracker = {
      ...role,
      api: role.app,
      directory,
      states: () => positions.parts?.role.states() ?? [],
      waiting: () => ({ rows: 0, commands: 0, ...positions.parts?.role.waiting() }),
    };
    const billing = await world.openBilling({ storage, tracker }, life);
    const close = async (): Promise<void> => {
      await role.close();
      await billing.close();
      await joined.close();
      await billing.storage.close();
    };
    return { storage, tracker, directory, billing, close };
  });
  const ingest = new ServerProcess('ingest', world, async (life) => {
    const joined = await join(life);
    const records = new BundledRecords(joined.bus, BUNDLES);
    const role = openIngest(world.options(life), { ...joined, records, counters: new IngestCounters() });
    await world.listen(role);
    await joined.bus.flush();
    const close = async (): Promise<void> => {
      role.stopAccepting();
      role.endConnections();
      role.close();
      await joined.close();
    };
    return { directory: joined.directory, close };
  });
  // Those who ask first end before those who answer.
  return { processes: [positions, api, ingest], front: api, gate: ingest, endings: [api, ingest, positions] };
}
