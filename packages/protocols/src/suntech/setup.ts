import type { TrackerSetup } from '../setups/setup.ts';

/** A tracker sends its last nine digits; a device with the whole IMEI matches them. */
const deviceId = (uniqueId: string): string => uniqueId.slice(-9);

/**
 * @source Suntech, "ST300/340 Operation Manual LATAM" 1.41, network parameters and chapter 7; device id: "ST310U
 *   Operation Manual" 1.08, 3-1
 * @source Suntech, "Suntech Messages to Back-End Server", group 10: network
 */
export const SUNTECH_SETUPS: readonly TrackerSetup[] = [
  {
    id: 'suntech-st3',
    maker: 'Suntech',
    models: ['ST300', 'ST310U', 'ST340', 'ST340LC', 'ST340UR', 'ST350'],
    protocol: 'suntech',
    transport: 'TCP',
    identifier: 'lastNine',
    password: null,
    messages: [
      {
        purpose: 'network',
        write: ({ uniqueId, apn, user, secret, host, port }) =>
          `ST300NTW;${deviceId(uniqueId)};02;${user === '' ? 0 : 1};${apn};${user};${secret};${host};${port};;;;`,
      },
      { purpose: 'check', write: ({ uniqueId }) => `ST300CMD;${deviceId(uniqueId)};02;Preset` },
    ],
  },
  {
    id: 'suntech-st4',
    maker: 'Suntech',
    models: ['ST310UC2', 'ST4300', 'ST4305', 'ST4310', 'ST4315', 'ST4340', 'ST4345', 'ST4410', 'ST4955'],
    protocol: 'suntech',
    transport: 'TCP',
    identifier: 'label',
    password: null,
    messages: [
      {
        purpose: 'apn',
        write: ({ uniqueId, apn, user, secret }) => `PRG;${uniqueId};10;01#${apn};02#${user};03#${secret}`,
      },
      { purpose: 'server', write: ({ uniqueId, host, port }) => `PRG;${uniqueId};10;05#${host};06#${port}` },
    ],
  },
];
