import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { connectNats, createNatsBus } from '@rastro/bus/nats';
import type { SharedBus, TrackerPorts, TrackerTopics } from '@rastro/tracker';
import type { Settings } from './settings/registry.ts';

/** Messages that wait for a server that is away; beyond it they are dropped, and everything is read again. */
const MAX_PENDING_BYTES = 64 * 1_048_576;

/** Name of this process among all that share the database. */
export const nodeNameOf = ({ NODE_NAME }: Pick<Settings, 'NODE_NAME'>): string =>
  NODE_NAME === '' ? hostname().replaceAll(/[^\w-]/g, '-') : NODE_NAME;

/** The bus between processes, by the NATS servers of the settings. @throws Error when none answers. */
export async function openSharedBus(
  settings: Settings,
  url: string,
  log: Logger,
): Promise<SharedBus & { close(): Promise<void> }> {
  const connection = await connectNats({
    url,
    credentialsFile: settings.NATS_CREDENTIALS,
    caFile: settings.NATS_CA,
    ...(settings.NATS_CERTIFICATE === null || settings.NATS_KEY === null
      ? {}
      : { certificate: { certFile: settings.NATS_CERTIFICATE, keyFile: settings.NATS_KEY } }),
    name: nodeNameOf(settings),
  });
  return createNatsBus<TrackerTopics, TrackerPorts>({
    connection,
    prefix: settings.NATS_PREFIX,
    maxPendingBytes: MAX_PENDING_BYTES,
    onError: (topic, error) => log.error({ err: error, topic }, 'a subscriber failed'),
  });
}
