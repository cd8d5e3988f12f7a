import type { TrackerSetup } from '../setups/setup.ts';

/**
 * A21 sets connection (1 = TCP), server and APN; A12 counts in tens of seconds.
 * @source Meitrack, "MEITRACK SMS Protocol" 2.0, command format and A12, A21
 */
export const MEITRACK_SETUPS: readonly TrackerSetup[] = [
  {
    id: 'meitrack',
    maker: 'Meitrack',
    models: [
      ['MT90', 'MVT100', 'MVT340', 'MVT380', 'MVT600', 'MVT800', 'T1', 'T3', 'T311', 'T322X', 'T333', 'T355'],
      ['TC68S', 'P66'],
    ].flat(),
    protocol: 'meitrack',
    transport: 'TCP',
    identifier: 'imei',
    password: '0000',
    messages: [
      {
        purpose: 'network',
        write: ({ password, host, port, apn, user, secret }) =>
          `${password},A21,1,${host},${port},${apn},${user},${secret}`,
      },
      { purpose: 'interval', write: ({ password }) => `${password},A12,3` },
    ],
  },
];
