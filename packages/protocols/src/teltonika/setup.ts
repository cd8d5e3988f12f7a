import type { TrackerSetup } from '../setups/setup.ts';

/**
 * Parameters 2001 to 2006: APN, its user and password, domain, port, protocol (0 = TCP). Without login and password
 * a message begins with two blanks.
 * @source Teltonika Telematics Wiki, "FMB SMS/GPRS Commands" and "FMB640 SMS/Call settings"
 */
export const TELTONIKA_SETUPS: readonly TrackerSetup[] = [
  {
    id: 'teltonika-fm',
    maker: 'Teltonika',
    models: [
      ['FMB001', 'FMB003', 'FMB010', 'FMB110', 'FMB120', 'FMB122', 'FMB125', 'FMB130', 'FMB140'],
      ['FMB202', 'FMB204', 'FMB208', 'FMB209', 'FMB230', 'FMB640', 'FMB900', 'FMB910', 'FMB920', 'FMB930'],
      ['FMC001', 'FMC003', 'FMC125', 'FMC130', 'FMC150', 'FMC230', 'FMC640', 'FMC650', 'FMC800', 'FMC880'],
      ['FMC920', 'FMM001', 'FMM125', 'FMM130', 'FMM640', 'FMM650', 'FMM800', 'FMM880', 'FMM920', 'FMT100'],
    ].flat(),
    protocol: 'teltonika',
    transport: 'TCP',
    identifier: 'imei',
    password: '',
    messages: [
      {
        purpose: 'network',
        write: ({ password, apn, user, secret, host, port }) =>
          ` ${password} setparam 2001:${apn};2002:${user};2003:${secret};2004:${host};2005:${port};2006:0`,
      },
      { purpose: 'check', write: ({ password }) => ` ${password} getinfo` },
    ],
    caution: 'leadingBlank',
  },
  {
    id: 'teltonika-other',
    maker: 'Teltonika',
    models: ['GH5200', 'TMT250', 'TAT100', 'TAT140', 'TFT100'],
    protocol: 'teltonika',
    transport: 'TCP',
    identifier: 'imei',
    password: null,
    messages: [],
  },
];
