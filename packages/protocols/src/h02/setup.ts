import type { TrackerSetup } from '../setups/setup.ts';

/** @source SinoTrack, "ST-901 User Manual" and "ST-906 User Manual": SMS commands 803, 804, 805 and RCONF */
export const H02_SETUPS: readonly TrackerSetup[] = [
  {
    id: 'sinotrack',
    maker: 'SinoTrack',
    models: ['ST-901', 'ST-901L', 'ST-902', 'ST-903', 'ST-905', 'ST-906', 'ST-906L', 'ST-907', 'ST-915'],
    protocol: 'h02',
    transport: 'TCP',
    identifier: 'label',
    password: '0000',
    messages: [
      {
        purpose: 'apn',
        write: ({ password, apn, user, secret }) =>
          user === '' ? `803${password} ${apn}` : `803${password} ${apn} ${user} ${secret}`,
      },
      { purpose: 'server', write: ({ password, host, port }) => `804${password} ${host} ${port}` },
      { purpose: 'interval', write: ({ password }) => `805${password} 30` },
      { purpose: 'check', write: () => 'RCONF' },
    ],
  },
];
