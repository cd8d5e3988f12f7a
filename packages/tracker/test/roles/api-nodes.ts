import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectSocketBus, startBroker, type Broker } from '@rastro/bus';
import { openStorage, type Storage } from '@rastro/storage';
import { openReplica } from '../../src/directory/follow-directory.ts';
import type { Directory } from '../../src/directory/directory.ts';
import type { TrackerBus, TrackerPorts, TrackerTopics } from '../../src/messages/topics.ts';
import { openApi, type ApiRole } from '../../src/roles/open-api.ts';
import type { TrackerOptions } from '../../src/tracker.ts';
import { serveTracker } from '../live-client.ts';
import { testOptions } from '../open-test-tracker.ts';

/** One of several processes that serve users: a store, a bus and a directory of its own. */
export interface ApiNode {
  readonly api: ApiRole;
  readonly storage: Storage;
  readonly directory: Directory;
  readonly bus: TrackerBus;
  /** `ws:` address of its live socket. */
  readonly url: string;
  close(): Promise<void>;
}
/** As many as a test wants, on one folder and one bus of sockets. */
export class ApiNodes {
  readonly folder = mkdtempSync(join(tmpdir(), 'rastro-nodes-'));
  readonly #broker: Broker;
  readonly #open: ApiNode[] = [];

  private constructor(broker: Broker) {
    this.#broker = broker;
  }
  static async start(): Promise<ApiNodes> {
    return new ApiNodes(await startBroker());
  }

  async open(options: Partial<TrackerOptions> = {}, wrap = (storage: Storage) => storage): Promise<ApiNode> {
    const all = { ...testOptions(join(this.folder, 'media')), ...options };
    const storage = wrap(await openStorage({ folder: this.folder }));
    const bus = await connectSocketBus<TrackerTopics, TrackerPorts>({
      port: this.#broker.port,
      onError: (topic, error) => {
        throw new Error(`a subscriber of ${topic} failed`, { cause: error });
      },
      onEnd: () => {},
    });
    const replica = await openReplica(storage, bus, all.brand);
    const api = await openApi(all, { bus, storage, directory: replica.directory });
    const { url, server } = await serveTracker({ api: api.app, upgrade: api.upgrade });
    const close = async (): Promise<void> => {
      endServer(server);
      await api.close();
      replica.close();
      await bus.close();
      await storage.close();
    };
    const node = { api, storage, directory: replica.directory, bus, url, close };
    this.#open.push(node);
    return node;
  }

  async dispose(): Promise<void> {
    for (const node of this.#open) await node.close().catch(() => {});
    await this.#broker.close();
    rmSync(this.folder, { recursive: true });
  }
}

function endServer(server: Server): void {
  server.closeAllConnections();
  server.close();
}
