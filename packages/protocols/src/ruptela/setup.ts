import type { TrackerSetup } from '../setups/setup.ts';

/**
 * Without a password the message begins with the blank behind it.
 * @source Ruptela, "FM-Eco SMS command list" (2018), 1.1.8 getapn and 1.1.9 setconnection
 */
export const RUPTELA_SETUPS: readonly TrackerSetup[] = [
  {
    id: 'ruptela-fm',
    maker: 'Ruptela',
    models: [
      'FM-Eco3',
      'FM-Eco4',
      'FM-Eco4 light',
      'FM-Eco4 S',
      'FM-Plug4',
      'FM-Pro4',
      'FM-Tco4 HCV',
      'FM-Tco4 LCV',
    ],
    protocol: 'ruptela',
    transport: 'TCP',
    identifier: 'imei',
    password: '',
    messages: [
      {
        purpose: 'network',
        write: ({ password, apn, user, secret, host, port }) =>
          `${password} setconnection ${apn},${user},${secret},TCP,${host},${port}`,
      },
      { purpose: 'check', write: ({ password }) => `${password} getapn` },
    ],
    caution: 'leadingBlank',
  },
  {
    id: 'ruptela-other',
    maker: 'Ruptela',
    models: ['Trace5', 'HCV5', 'LCV5', 'Pro5', 'Plug5'],
    protocol: 'ruptela',
    transport: 'TCP',
    identifier: 'imei',
    password: null,
    messages: [],
  },
];
