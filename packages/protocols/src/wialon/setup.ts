import type { TrackerSetup } from '../setups/setup.ts';

/** Trackers and programs of many makers use it; each is set up in its own way. @source Gurtam, "Wialon IPS" */
export const WIALON_SETUPS: readonly TrackerSetup[] = [
  {
    id: 'wialon-ips',
    maker: 'Wialon IPS',
    models: ['Wialon IPS 1.1', 'Wialon IPS 2.0', 'GPSTag'],
    protocol: 'wialon',
    transport: 'TCP',
    identifier: 'imei',
    password: null,
    messages: [],
  },
];
