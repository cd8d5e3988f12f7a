import { Received } from './bytes.ts';
import type { Controls, Conversation, DeviceLanguage, ServerMessage, Message } from './language.ts';
import type { Report } from './report.ts';
import { asBytes, hexOf, stampOf, TOWER } from './formats.ts';

const FAMILY = 'ST300';
const VERSION = '1097';
const CR = 0x0d;
const ALARMS = {
  sos: ['EMG', 1],
  powerCut: ['EMG', 3],
  overspeed: ['ALT', 1],
  hardBraking: ['ALT', 47],
} as const;
const DRIVING = 2;
const PARKED = 1;
/** Older reports come from memory. */
const LIVE_MS = 60_000;

/** An ST300 with the older text protocol, as most of them in Brazil. None of its messages are acknowledged. */
export const suntechDevice: DeviceLanguage = {
  protocol: 'suntech',
  converse: (uniqueId) => new SuntechConversation(uniqueId),
  obey,
};

class SuntechConversation implements Conversation {
  readonly #received = new Received();
  readonly #id: string;
  #index = 0;
  #newest = 0;

  /** These units know themselves by the last nine digits of their IMEI. */
  constructor(uniqueId: string) {
    this.#id = uniqueId.length > 10 ? uniqueId.slice(-9) : uniqueId;
  }

  login(): null {
    return null;
  }

  pack([report]: readonly Report[]): Message {
    if (!report) throw new Error('Cannot pack a message: there are no reports');
    this.#newest = Math.max(this.#newest, report.time);
    return { bytes: asBytes(this.#report(report)), reports: 1, token: null };
  }

  heartbeat(): Message {
    return { bytes: asBytes(`${FAMILY}ALV;${this.#id}\r`), reports: 0, token: null };
  }

  receive(bytes: Uint8Array): readonly ServerMessage[] {
    this.#received.add(bytes);
    const messages: ServerMessage[] = [];
    for (let end = this.#received.view.indexOf(CR); end >= 0; end = this.#received.view.indexOf(CR)) {
      const text = this.#received.view.subarray(0, end).toString('latin1').trim();
      this.#received.drop(end + 1);
      const command = this.#understand(text);
      if (command) messages.push(command);
    }
    return messages;
  }

  /** Commands of either generation; one for another unit is ignored. */
  #understand(text: string): ServerMessage | null {
    const [head = '', id, ...words] = text.split(';');
    if (id !== this.#id || !head.endsWith('CMD') || words[1] === 'AckEmerg') return null;
    const universal = head === 'CMD';
    return {
      kind: 'command',
      text: words.join(';'),
      answer: (answer, report) => {
        const reply = universal ? `RES;${id};${answer}\r` : `${FAMILY}CMD;Res;${id};${VERSION};${answer}\r`;
        return asBytes(answer === 'StatusReq' || answer === '03;01' ? reply + this.#report(report) : reply);
      },
    };
  }

  #report(report: Report): string {
    const [type, code] = report.alarm ? ALARMS[report.alarm] : (['STT', null] as const);
    const stamp = stampOf(report.time);
    const head = [`${FAMILY}${type}`, this.#id, '04', VERSION, stamp.slice(0, 8), clock(stamp)];
    const cell = hexOf(TOWER.cellId, 4) + hexOf(TOWER.mnc, 2);
    const place = [cell, signed(report.latitude, 2), signed(report.longitude, 3)];
    const motion = [report.speedKmh.toFixed(3), report.course.toFixed(2), report.satellites];
    const state = [Number(report.valid), Math.round(report.odometerM), report.power.toFixed(2), pins(report)];
    const reason = code === null ? [report.moving ? DRIVING : PARKED, this.#nextIndex()] : [code];
    const live = this.#newest - report.time < LIVE_MS;
    const tail = ['000512', '4.1', Number(live)];
    return `${[...head, ...place, ...motion, ...state, ...reason, ...tail].join(';')}\r`;
  }

  #nextIndex(): string {
    this.#index = (this.#index + 1) % 10_000;
    return String(this.#index).padStart(4, '0');
  }
}

const clock = (stamp: string): string => `${stamp.slice(8, 10)}:${stamp.slice(10, 12)}:${stamp.slice(12)}`;

/** A sign always, and leading zeros. */
const signed = (degrees: number, digits: number): string =>
  (degrees < 0 ? '-' : '+') +
  Math.abs(degrees)
    .toFixed(6)
    .padStart(digits + 7, '0');

/** Ignition, three inputs, two outputs. */
const pins = ({ ignition, blocked }: Report): string => `${Number(ignition)}000${Number(blocked)}0`;

function obey(command: string, { cutEngine }: Controls): string {
  const [code = '', word = ''] = command.split(';');
  if (code === '02') {
    if (word === 'Enable1' || word === 'Disable1') cutEngine(word === 'Enable1');
    return word;
  }
  if (code === '04' && (word === '01' || word === '02')) cutEngine(word === '01');
  return command;
}
