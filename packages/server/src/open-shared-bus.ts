import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Bus } from '@rastro/bus';
import { connectNats, createNatsBus, type CountedMessages, type MissedPorts } from '@rastro/bus/nats';
import type { TrackerPorts, TrackerTopics } from '@rastro/tracker';
import type { Settings } from './settings/registry.ts';

/** Messages that wait for a server that is away; beyond it they are dropped, and everything is read again. */
const MAX_PENDING_BYTES = 64 * 1_048_576;

/** Name of this process among all that share the database. */
export const nodeNameOf = ({ NODE_NAME }: Pick<Settings, 'NODE_NAME'>): string =>
  NODE_NAME === '' ? hostname().replaceAll(/[^\w-]/g, '-') : NODE_NAME;

/** A bus on which nodes of ingest are asked for bundles that a stream has lost, too. */
export type NodeBus = Bus<TrackerTopics, TrackerPorts & MissedPorts> &
  CountedMessages & { close(): Promise<void> };

/** A connection of this process to the NATS servers of the settings. @throws Error when none answers. */
export const connectShared = (settings: Settings, url: string): ReturnType<typeof connectNats> =>
  connectNats({
    url,
    credentialsFile: settings.NATS_CREDENTIALS,
    caFile: settings.NATS_CA,
    ...(settings.NATS_CERTIFICATE === null || settings.NATS_KEY === null
      ? {}
      : { certificate: { certFile: settings.NATS_CERTIFICATE, keyFile: settings.NATS_KEY } }),
    name: nodeNameOf(settings),
  });

/** The bus between processes. @throws Error when no server answers. */
export async function openSharedBus(settings: Settings, url: string, log: Logger): Promise<NodeBus> {
  return createNatsBus<TrackerTopics, TrackerPorts & MissedPorts>({
    connection: await connectShared(settings, url),
    prefix: settings.NATS_PREFIX,
    maxPendingBytes: MAX_PENDING_BYTES,
    onError: (topic, error) => log.error({ err: error, topic }, 'a subscriber failed'),
  });
}
