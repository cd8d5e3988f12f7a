import type { TrackerSetup } from '../setups/setup.ts';

/** Applications of telephones: they have fields for address and identifier, and no SMS. */
export const OSMAND_SETUPS: readonly TrackerSetup[] = [
  {
    id: 'phone',
    maker: 'Android / iPhone',
    models: ['Traccar Client', 'OsmAnd', 'GPSLogger'],
    protocol: 'osmand',
    transport: 'HTTP',
    identifier: 'chosen',
    password: null,
    messages: [],
  },
];

/**
 * Link that the Traccar Client takes over when its camera or the phone's camera reads it: server, identifier and
 * interval (seconds).
 * @source Traccar Client, "Configuration" (traccar.org) and its configuration service: origin and path of a link are
 * the address, its parameters the settings
 */
export function traccarClientLink({
  host,
  port,
  uniqueId,
}: {
  readonly host: string;
  readonly port: number;
  readonly uniqueId: string;
}): string {
  const query = new URLSearchParams({ id: uniqueId, interval: '60' });
  return `${osmandAddress(host, port)}/?${query.toString()}`;
}

/** Server URL that other applications need. */
export const osmandAddress = (host: string, port: number): string => `http://${host}:${port}`;
