import type { Logger } from 'pino';
import { openTrackerNode, type TrackerNode, type TrackerOptions } from '@rastro/tracker';
import { nodeNameOf, type NodeBus } from './open-shared-bus.ts';
import { openSharedStream } from './open-shared-stream.ts';
import type { Settings } from './settings/registry.ts';

/** The roles of this process among several, on a bus that stays open. */
export async function openSharedNode(
  options: TrackerOptions,
  { settings, natsUrl, bus, log }: SharedNodeDeps,
): Promise<TrackerNode> {
  const stream = await openSharedStream(settings, natsUrl, bus, log);
  try {
    const node = await openTrackerNode(options, {
      bus,
      node: nodeNameOf(settings),
      roles: settings.ROLES,
      stream,
    });
    return {
      ...node,
      close: async () => {
        await node.close();
        await stream?.close();
      },
    };
  } catch (error) {
    await stream?.close();
    throw error;
  }
}
interface SharedNodeDeps {
  readonly settings: Settings;
  readonly natsUrl: string;
  readonly bus: NodeBus;
  readonly log: Logger;
}
