import type { TrackerSetup } from '../setups/setup.ts';

/** @source Coban, "GPS-103/TK103 User Manual" and "GPS-303 User Manual": GPRS setup, auto track, state checking */
export const GPS103_SETUPS: readonly TrackerSetup[] = [
  {
    id: 'coban',
    maker: 'Coban',
    models: [
      'TK103A',
      'TK103B',
      'TK104',
      'GPS103A',
      'GPS103B',
      'GPS303F',
      'GPS303G',
      'GPS303I',
      'GPS311',
      'GPS403',
    ],
    protocol: 'gps103',
    transport: 'TCP',
    identifier: 'imei',
    password: '123456',
    messages: [
      { purpose: 'apn', write: ({ password, apn }) => `apn${password} ${apn}` },
      {
        purpose: 'apnUser',
        write: ({ password, user, secret }) => (user === '' ? null : `up${password} ${user} ${secret}`),
      },
      { purpose: 'server', write: ({ password, host, port }) => `adminip${password} ${host} ${port}` },
      { purpose: 'mode', write: ({ password }) => `gprs${password}` },
      { purpose: 'interval', write: ({ password }) => `fix030s***n${password}` },
      { purpose: 'check', write: ({ password }) => `check${password}` },
    ],
    caution: 'addressOnly',
  },
];
