import { Received } from './bytes.ts';
import type { Controls, Conversation, DeviceLanguage, ServerMessage, Message } from './language.ts';
import type { Report } from './report.ts';
import { asBytes, hexOf, stampOf, TOWER } from './formats.ts';

/** Of a GV300. */
const VERSION = '250504';
const NAME = 'GV300';
const DOLLAR = 0x24;
const HEARTBEAT = 1;
const ALARM_TYPES = { sos: 'SOS', powerCut: 'MPF', overspeed: 'SPD', hardBraking: 'HBM' } as const;
/** Harsh braking at medium speed. */
const BRAKING = '00';
/** Older reports come from memory. */
const LIVE_MS = 60_000;

/** A Queclink vehicle unit without SACK: only heartbeats are answered. */
export const gl200Device: DeviceLanguage = {
  protocol: 'gl200',
  converse: (uniqueId) => new Gl200Conversation(uniqueId),
  obey,
};

class Gl200Conversation implements Conversation {
  readonly #received = new Received();
  readonly #imei: string;
  #count = 0;
  #newest = 0;

  constructor(imei: string) {
    this.#imei = imei;
  }

  login(): null {
    return null;
  }

  pack([report]: readonly Report[]): Message {
    if (!report) throw new Error('Cannot pack a message: there are no reports');
    this.#newest = Math.max(this.#newest, report.time);
    const head = this.#newest - report.time < LIVE_MS ? '+RESP' : '+BUFF';
    return { bytes: this.#report(head, report), reports: 1, token: null };
  }

  heartbeat(report: Report): Message {
    const bytes = this.#message('+ACK:GTHBD', '', report.time);
    return { bytes, reports: 0, token: HEARTBEAT };
  }

  receive(bytes: Uint8Array): readonly ServerMessage[] {
    this.#received.add(bytes);
    const messages: ServerMessage[] = [];
    for (let end = this.#received.view.indexOf(DOLLAR); end >= 0; end = this.#received.view.indexOf(DOLLAR)) {
      const text = this.#received.view.subarray(0, end).toString('latin1').trim();
      this.#received.drop(end + 1);
      if (text.startsWith('+SACK:GTHBD')) messages.push({ kind: 'acknowledged', token: HEARTBEAT });
      else if (text.startsWith('AT+')) messages.push(this.#command(text));
    }
    return messages;
  }

  /** `AT+GTOUT=password,…,serial`: the serial number comes back in the answer. */
  #command(text: string): ServerMessage {
    const [word = ''] = text.slice(3).split('=');
    const serial = text.split(',').at(-1) ?? '';
    return {
      kind: 'command',
      text,
      answer: (result, report) => {
        const answer = this.#message(`+ACK:${word}`, `${serial},`, report.time);
        return result === 'position' ? Buffer.concat([answer, this.#report('+RESP', report, 'RTL')]) : answer;
      },
    };
  }

  #report(head: string, report: Report, kind = 'FRI'): Uint8Array {
    const { alarm } = report;
    if (alarm) {
      const before = alarm === 'hardBraking' ? `,${BRAKING},1,1,` : alarm === 'powerCut' ? '' : ',0,1,1,';
      return this.#message(`${head}:GT${ALARM_TYPES[alarm]}`, `${before}${place(report)},,`, report.time);
    }
    const tail = `${(report.odometerM / 1000).toFixed(1)},00512:30:15,,,,${report.batteryLevel},${status(report)},,,,`;
    const fields = `${Math.round(report.power * 1000)},10,1,${place(report)},00,${tail}`;
    return this.#message(`${head}:GT${kind}`, fields, report.time);
  }

  #message(head: string, content: string, time: number): Uint8Array {
    this.#count = (this.#count + 1) & 0xffff;
    const text = `${head},${VERSION},${this.#imei},${NAME},${content}`;
    return asBytes(`${text}${stampOf(time)},${hexOf(this.#count, 4)}$`);
  }
}

/** Longitude comes first. */
function place(report: Report): string {
  return [
    report.valid ? 1 : 0,
    report.speedKmh.toFixed(1),
    Math.round(report.course) % 360,
    report.altitude.toFixed(1),
    report.longitude.toFixed(6),
    report.latitude.toFixed(6),
    stampOf(report.time),
    String(TOWER.mcc).padStart(4, '0'),
    String(TOWER.mnc).padStart(4, '0'),
    hexOf(TOWER.lac, 4),
    hexOf(TOWER.cellId, 4),
  ].join(',');
}

/** State of the vehicle, inputs, outputs. */
function status({ ignition, moving, blocked }: Report): string {
  const state = (ignition ? 0x20 : 0x10) + (moving ? 2 : 1);
  return hexOf(state, 2) + hexOf(Number(ignition), 2) + hexOf(Number(blocked), 2);
}

function obey(command: string, { cutEngine }: Controls): string {
  const [word = '', rest = ''] = command.slice(3).split('=');
  const first = rest.split(',')[1] ?? '';
  if (word === 'GTOUT' && (first === '0' || first === '1')) cutEngine(first === '1');
  return word === 'GTRTO' && first === '1' ? 'position' : 'done';
}
