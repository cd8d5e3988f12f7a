import { PROTOCOLS } from '@rastro/protocols';
import type { ServedTracker } from '@rastro/tracker';
import type { Settings } from './settings/registry.ts';

/**
 * Opens the ports of the settings for devices.
 * @param listen Null = another process listens to them. @returns the port of each protocol. @throws when one is taken.
 */
export async function listenToDevices(
  settings: Pick<Settings, 'PROTOCOLS' | 'HOST'>,
  listen: ServedTracker['listen'],
): Promise<Record<string, number>> {
  const protocols: Record<string, number> = {};
  for (const protocol of listen ? PROTOCOLS : []) {
    const port = settings.PROTOCOLS.get(protocol.name);
    if (port === undefined || !listen) continue;
    protocols[protocol.name] = await listen({ protocol, host: settings.HOST, port });
  }
  return protocols;
}
