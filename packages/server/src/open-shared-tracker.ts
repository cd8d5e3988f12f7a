import type { Logger } from 'pino';
import { openTrackerNode, servedTracker, type ServedTracker, type TrackerOptions } from '@rastro/tracker';
import { nodeNameOf, openSharedBus } from './open-shared-bus.ts';
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
    const node = await openTrackerNode(options, { bus, node: nodeNameOf(settings), roles: settings.ROLES });
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
