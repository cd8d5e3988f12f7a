import { Received } from './bytes.ts';
import type { Controls, Conversation, DeviceLanguage, ServerMessage, Message } from './language.ts';
import type { Report } from './report.ts';
import { asBytes, clockOf, degreesMinutes, eastOrWest, inKnots, northOrSouth, stampOf } from './formats.ts';

const HEARTBEAT = 1;
const SOS = 2;
const KEYWORDS = {
  sos: 'help me',
  powerCut: 'ac alarm',
  overspeed: 'speed',
  hardBraking: 'sensor alarm',
} as const;
/** Prefixes that a command may still complete when its segment ends here. */
const UNFINISHED = /^(?:|1|16|C|C,|C,\d|C,\d\d)$/;

/** A Coban TK303: logs in, sends its state now and then, and repeats an SOS until it is confirmed. */
export const gps103Device: DeviceLanguage = {
  protocol: 'gps103',
  converse: (uniqueId) => new Gps103Conversation(uniqueId),
  obey,
};

class Gps103Conversation implements Conversation {
  readonly #received = new Received();
  readonly #imei: string;

  constructor(imei: string) {
    this.#imei = imei;
  }

  login(): Uint8Array {
    return asBytes(`##,imei:${this.#imei},A;`);
  }

  pack([report]: readonly Report[]): Message {
    if (!report) throw new Error('Cannot pack a message: there are no reports');
    const keyword = report.alarm ? KEYWORDS[report.alarm] : 'tracker';
    return { bytes: this.#report(keyword, report), reports: 1, token: report.alarm === 'sos' ? SOS : null };
  }

  heartbeat(): Message {
    return { bytes: asBytes(`${this.#imei};`), reports: 0, token: HEARTBEAT };
  }

  /** `LOAD`, `ON` and commands follow each other without anything between them, and nothing ends a command. */
  receive(bytes: Uint8Array): readonly ServerMessage[] {
    this.#received.add(bytes);
    const messages: ServerMessage[] = [];
    for (;;) {
      const text = this.#received.view.toString('latin1');
      if (text.startsWith('LOAD')) messages.push(...this.#take(4, { kind: 'accepted' }));
      else if (text.startsWith('ON'))
        messages.push(...this.#take(2, { kind: 'acknowledged', token: HEARTBEAT }));
      else {
        const command = /^\*\*,imei:(\d{15}),(.*?)(?:;|(?=\*\*,)|(?=LOAD)|(?=ON)|$)/s.exec(text);
        if (!command || (command[0].length === text.length && UNFINISHED.test(command[2] ?? '')))
          return messages;
        messages.push(...this.#take(command[0].length, this.#understand(command[2] ?? '')));
      }
    }
  }

  #take(length: number, serverMessage: ServerMessage): readonly ServerMessage[] {
    this.#received.drop(length);
    return [serverMessage];
  }

  #understand(code: string): ServerMessage {
    if (code === 'E') return { kind: 'acknowledged', token: SOS };
    return { kind: 'command', text: code, answer: (keyword, report) => this.#report(keyword, report) };
  }

  #report(keyword: string, report: Report): Uint8Array {
    const { time, latitude, longitude } = report;
    const fields = [
      `imei:${this.#imei}`,
      keyword,
      stampOf(time).slice(2),
      '',
      'F',
      `${clockOf(time)}.000`,
      report.valid ? 'A' : 'V',
      degreesMinutes(latitude, 2),
      northOrSouth(latitude),
      degreesMinutes(longitude, 3),
      eastOrWest(longitude),
      inKnots(report.speedKmh).toFixed(2),
      report.course.toFixed(1),
      report.altitude.toFixed(1),
      Number(report.ignition),
      0,
      '42.5%',
      '0.00%',
      25,
    ];
    return asBytes(`${fields.join(',')};`);
  }
}

/** The answer is a report with the letter of the command and `t` as its keyword. */
function obey(command: string, { cutEngine }: Controls): string {
  const code = command.split(',')[0] ?? '';
  if (code === 'J' || code === 'K') cutEngine(code === 'J');
  if (code === 'B') return 'tracker';
  return /^[A-Z]$/.test(code) ? `${code.toLowerCase()}t` : 'et';
}
