// One role in a process of its own, as a test starts it: node role-process.ts <role> <port of the broker> <folder> [node].
// Says what it listens on in one line of JSON, and closes on SIGTERM.
import { join } from 'node:path';
import { findProtocol } from '@rastro/protocols';
import { connectSocketBus } from '@rastro/bus';
import { openStorage, type Storage } from '@rastro/storage';
import { openReplica } from '../../src/directory/follow-directory.ts';
import type { Directory } from '../../src/directory/directory.ts';
import { BundledRecords } from '../../src/ingest/bundled-records.ts';
import { IngestCounters } from '../../src/ingest/counters.ts';
import type { TrackerBus, TrackerPorts, TrackerTopics } from '../../src/messages/topics.ts';
import { createSafeFetch, createSmsGateway } from '@rastro/outgoing';
import { openApi } from '../../src/roles/open-api.ts';
import { openIngest } from '../../src/roles/open-ingest.ts';
import { openProcess } from '../../src/roles/open-process.ts';
import { serveTracker } from '../live-client.ts';
import { testOptions } from '../open-test-tracker.ts';

interface Deps {
  readonly storage: Storage;
  readonly bus: TrackerBus;
  readonly directory: Directory;
}
interface Opened {
  /** Where it listens; 0 = nowhere. */
  readonly port: number;
  close(): Promise<void>;
}

const [role = '', broker = '', folder = '', node] = process.argv.slice(2);
const options = { ...testOptions(join(folder, 'media')), ...(node === undefined ? {} : { node }) };

async function ingest({ bus, directory }: Deps): Promise<Opened> {
  const records = new BundledRecords(bus, { gatherMs: 2, maxRecords: 20_000, answerMs: 10_000 });
  const opened = openIngest(options, { bus, directory, records, counters: new IngestCounters() });
  const protocol = findProtocol('teltonika');
  if (!protocol) throw new Error('Cannot listen: no such protocol');
  const port = await opened.listen({ protocol, host: '127.0.0.1', port: 0 });
  return {
    port,
    close: async () => {
      opened.stopAccepting();
      opened.endConnections();
      opened.close();
    },
  };
}

async function positions(deps: Deps): Promise<Opened> {
  const sms = createSmsGateway(null, createSafeFetch({ allowPrivate: true, timeoutMs: 1000 }));
  const opened = await openProcess(options, { ...deps, sms, counters: new IngestCounters() });
  opened.watch();
  return { port: 0, close: () => opened.close() };
}

async function api(deps: Deps): Promise<Opened> {
  const opened = await openApi(options, deps);
  const { url, server } = await serveTracker({ api: opened.app, upgrade: opened.upgrade });
  return {
    port: Number(new URL(url).port),
    close: async () => {
      await opened.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

const OPENERS: Readonly<Record<string, (deps: Deps) => Promise<Opened>>> = {
  ingest,
  process: positions,
  api,
};

const storage = await openStorage({ folder });
const bus = await connectSocketBus<TrackerTopics, TrackerPorts>({
  port: Number(broker),
  onError: (topic, error) => process.stderr.write(`${role} ${topic}: ${String(error)}\n`),
  onEnd: () => process.exit(1),
});
const { directory, close: closeReplica } = await openReplica(storage, bus, options.brand);
const opened = await OPENERS[role]?.({ storage, bus, directory });
await bus.flush();
process.once('SIGTERM', () => {
  void (async () => {
    await opened?.close();
    closeReplica();
    await bus.close();
    await storage.close();
  })();
});
process.stdout.write(`${JSON.stringify({ role, port: opened?.port })}\n`);
