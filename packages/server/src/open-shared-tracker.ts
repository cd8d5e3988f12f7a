import type { Logger } from 'pino';
import { servedTracker, type ServedTracker, type TrackerOptions } from '@rastro/tracker';
import { openSharedBus } from './open-shared-bus.ts';
import { openSharedNode } from './open-shared-node.ts';
import type { Settings } from './settings/registry.ts';

/** The tracking server of several processes, as one that serves users has it. */
export async function openSharedTracker(
  options: TrackerOptions,
  settings: Settings,
  natsUrl: string,
  log: Logger,
): Promise<ServedTracker> {
  if (settings.MEDIA_URL === null)
    log.warn(
      {},
      'MEDIA_URL is not set: pictures of devices are only seen through this machine, unless DATA_DIR/media is shared',
    );
  const bus = await openSharedBus(settings, natsUrl, log);
  try {
    const node = await openSharedNode(options, { settings, natsUrl, bus, log });
    const { api } = node;
    if (!api) throw new Error('Cannot serve users: this process has no role api');
    return servedTracker({ ...node, options, api }, async () => {
      await node.close();
      await bus.close();
    });
  } catch (error) {
    await bus.close();
    throw error;
  }
}
