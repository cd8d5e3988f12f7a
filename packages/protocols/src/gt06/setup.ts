import { isIpAddress, type TrackerSetup } from '../setups/setup.ts';

/**
 * The mode of SERVER is 0 for an address and 1 for a name, the last number 0 for TCP; TIMER takes the seconds with
 * ignition on and off.
 * @source Concox, "GT06N SMS Command List" and "GT06D Commands List"
 */
export const GT06_SETUPS: readonly TrackerSetup[] = [
  {
    id: 'concox',
    maker: 'Concox / Jimi',
    models: [
      ['GT06', 'GT06D', 'GT06E', 'GT06N', 'TR02', 'TR06', 'ET25', 'AT4', 'X3', 'WeTrack 2', 'WeTrack Lite'],
      ['JM-VL01', 'JM-VL02', 'JM-VL03', 'JM-VL04', 'J16'],
    ].flat(),
    protocol: 'gt06',
    transport: 'TCP',
    identifier: 'imei',
    password: null,
    messages: [
      {
        purpose: 'apn',
        write: ({ apn, user, secret }) => (user === '' ? `APN,${apn}#` : `APN,${apn},${user},${secret}#`),
      },
      {
        purpose: 'server',
        write: ({ host, port }) => `SERVER,${isIpAddress(host) ? 0 : 1},${host},${port},0#`,
      },
      { purpose: 'interval', write: () => 'TIMER,30,300#' },
      { purpose: 'check', write: () => 'STATUS#' },
    ],
  },
];
