import type { TrackerSetup } from '../setups/setup.ts';

/**
 * Report mode 3 keeps a TCP connection; the device sends a heartbeat every 15 minutes.
 * @source Queclink, "GL300 @Track Air Interface Protocol" (TRACGL300AN001) 1.02, 3.2.2 and 3.2.3
 */
export const GL200_SETUPS: readonly TrackerSetup[] = [
  {
    id: 'queclink-gl300',
    maker: 'Queclink',
    models: ['GL300'],
    protocol: 'gl200',
    transport: 'TCP',
    identifier: 'imei',
    password: 'gl300',
    messages: [
      {
        purpose: 'apn',
        write: ({ password, apn, user, secret }) => `AT+GTBSI=${password},${apn},${user},${secret},,,,,0001$`,
      },
      {
        purpose: 'server',
        write: ({ password, host, port }) =>
          `AT+GTSRI=${password},3,,1,${host},${port},0.0.0.0,0,,15,0,0,0,,,0002$`,
      },
    ],
  },
  {
    // Their fields are in another order from model to model.
    id: 'queclink-other',
    maker: 'Queclink',
    models: [
      ['GL200', 'GL300W', 'GL320M', 'GL500', 'GMT100', 'GV50', 'GV55', 'GV57', 'GV58', 'GV65', 'GV75'],
      ['GV200', 'GV300', 'GV310LAU', 'GV350M', 'GV500', 'GV600'],
    ].flat(),
    protocol: 'gl200',
    transport: 'TCP',
    identifier: 'imei',
    password: null,
    messages: [],
  },
];
