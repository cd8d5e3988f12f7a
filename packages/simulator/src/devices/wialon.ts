import { crc16, Received } from './bytes.ts';
import type { Controls, Conversation, DeviceLanguage, ServerMessage, Message } from './language.ts';
import type { Report } from './report.ts';
import {
  asBytes,
  clockOf,
  dayFirst,
  degreesMinutes,
  eastOrWest,
  hexOf,
  northOrSouth,
  TOWER,
} from './formats.ts';

const LF = 0x0a;
const DATA = 1;
const PING = 2;
/** A black box of n messages is confirmed by this and n. */
const BLACK_BOX = 1000;
const MAX_IN_A_BOX = 20;

/** A Wialon IPS 2.0 unit: live data one by one, buffered data in black boxes. */
export const wialonDevice: DeviceLanguage = {
  protocol: 'wialon',
  converse: (uniqueId) => new WialonConversation(uniqueId),
  obey,
};

class WialonConversation implements Conversation {
  readonly #received = new Received();
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  login(): Uint8Array {
    return line('L', `2.0;${this.#id};NA;`);
  }

  pack(reports: readonly Report[]): Message {
    const sent = reports.slice(0, MAX_IN_A_BOX);
    const [first] = sent;
    if (!first) throw new Error('Cannot pack a message: there are no reports');
    if (sent.length === 1) return { bytes: line('D', `${fieldsOf(first)};`), reports: 1, token: DATA };
    const bytes = line('B', sent.map((report) => `${fieldsOf(report)}|`).join(''));
    return { bytes, reports: sent.length, token: BLACK_BOX + sent.length };
  }

  heartbeat(): Message {
    return { bytes: asBytes('#P#\r\n'), reports: 0, token: PING };
  }

  receive(bytes: Uint8Array): readonly ServerMessage[] {
    this.#received.add(bytes);
    const messages: ServerMessage[] = [];
    for (let end = this.#received.view.indexOf(LF); end >= 0; end = this.#received.view.indexOf(LF)) {
      const text = this.#received.view.subarray(0, end).toString('utf8').trim();
      this.#received.drop(end + 1);
      const answer = /^#A(L|D|P|B|M)#(-?\d*)$/.exec(text);
      if (answer) messages.push(...understood(answer[1] ?? '', answer[2] ?? ''));
      else if (text !== '')
        messages.push({ kind: 'command', text, answer: (result) => line('M', `${result};`) });
    }
    return messages;
  }
}

function understood(type: string, code: string): readonly ServerMessage[] {
  switch (type) {
    case 'L':
      return [{ kind: code === '1' ? 'accepted' : 'refused' }];
    case 'D':
      return code === '1' ? [{ kind: 'acknowledged', token: DATA }] : [];
    case 'B':
      return [{ kind: 'acknowledged', token: BLACK_BOX + Number(code) }];
    case 'P':
      return [{ kind: 'acknowledged', token: PING }];
    default:
      return [];
  }
}

/** A message with the checksum of version 2 behind its last separator. */
function line(type: string, body: string): Uint8Array {
  const bytes = new TextEncoder().encode(body);
  return new TextEncoder().encode(`#${type}#${body}${hexOf(crc16(bytes, 0xa001, 0), 1)}\r\n`);
}

function fieldsOf(report: Report): string {
  const { time, latitude, longitude, alarm } = report;
  const place = [
    dayFirst(time),
    clockOf(time),
    degreesMinutes(latitude, 2),
    northOrSouth(latitude),
    degreesMinutes(longitude, 3),
    eastOrWest(longitude),
    report.speedKmh.toFixed(1),
    Math.round(report.course) % 360,
    Math.round(report.altitude),
    report.valid ? report.satellites : 0,
  ];
  const parameters = [
    `ignition:3:${report.ignition}`,
    `motion:3:${report.moving}`,
    `blocked:3:${report.blocked}`,
    `odometer:1:${Math.round(report.odometerM)}`,
    `power:2:${report.power.toFixed(2)}`,
    `bat:1:${report.batteryLevel}`,
    `mcc:1:${TOWER.mcc},mnc:1:${TOWER.mnc},lac:1:${TOWER.lac},cell_id:1:${TOWER.cellId}`,
    ...(alarm === 'sos' ? ['SOS:1:1'] : alarm ? [`alarm:3:${alarm}`] : []),
  ];
  const state = ['0.9', Number(report.ignition), Number(report.blocked), '', 'NA', parameters.join(',')];
  return [...place, ...state].join(';');
}

/** The language has no answers, so the driver's message reports the result. */
function obey(command: string, { cutEngine }: Controls): string {
  const output = /^L(\d+)=(\d)$/.exec(command);
  if (output) {
    if (output[1] === '1') cutEngine(output[2] === '1');
    return `${command} OK`;
  }
  if (command === 'VER?') return 'RASTRO_SIM 1.0';
  if (command === 'reboot' || command.startsWith('USSD:')) return `${command} OK`;
  return command.startsWith('#M#') ? 'lida' : 'unknown command';
}
