import { Received } from './bytes.ts';
import type { Controls, Conversation, DeviceLanguage, ServerMessage, Message } from './language.ts';
import type { Report } from './report.ts';
import { asBytes, hexOf, stampOf, TOWER } from './formats.ts';

const EVENTS = { sos: 1, overspeed: 19, powerCut: 23, hardBraking: 129 } as const;
const TRACK_BY_TIME = 35;
const HEARTBEAT_EVENT = 31;
/** Second input: the ignition wire. */
const IGNITION_INPUT = 0x02;
const FLAGS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const RUN_TIME_S = 51_230;

/** A Meitrack vehicle unit: AAA reports, which nothing acknowledges. */
export const meitrackDevice: DeviceLanguage = {
  protocol: 'meitrack',
  converse: (uniqueId) => new MeitrackConversation(uniqueId),
  obey,
};

class MeitrackConversation implements Conversation {
  readonly #received = new Received();
  readonly #imei: string;
  #packet = 0;

  constructor(imei: string) {
    this.#imei = imei;
  }

  login(): null {
    return null;
  }

  pack([report]: readonly Report[]): Message {
    if (!report) throw new Error('Cannot pack a message: there are no reports');
    const event = report.alarm ? EVENTS[report.alarm] : TRACK_BY_TIME;
    return { bytes: this.#frame(`AAA,${fieldsOf(event, report)}`), reports: 1, token: null };
  }

  heartbeat(report: Report): Message {
    const bytes = this.#frame(`AAA,${fieldsOf(HEARTBEAT_EVENT, report)}`);
    return { bytes, reports: 0, token: null };
  }

  /** `@@`, flag, length from the first comma to the line end, `,`, IMEI, `,`, text, `*`, checksum. */
  receive(bytes: Uint8Array): readonly ServerMessage[] {
    this.#received.add(bytes);
    const messages: ServerMessage[] = [];
    for (;;) {
      const { view } = this.#received;
      const comma = view.indexOf(',');
      if (comma < 0) return messages;
      const size = comma + Number(view.subarray(3, comma).toString('latin1'));
      if (view.length < size) return messages;
      const [imei, ...words] = view
        .subarray(comma + 1, size - 5)
        .toString('latin1')
        .split(',');
      const sum = sumOf(view.subarray(0, size - 4));
      const intact = view.subarray(size - 4, size - 2).toString('latin1') === hexOf(sum, 2);
      this.#received.drop(size);
      if (intact && imei === this.#imei) messages.push(this.#command(words.join(',')));
    }
  }

  #command(text: string): ServerMessage {
    const answer = (result: string, report: Report): Uint8Array =>
      this.#frame(text === 'A10' ? `A10,${fieldsOf(TRACK_BY_TIME, report)}` : result);
    return { kind: 'command', text, answer };
  }

  #frame(text: string): Uint8Array {
    const flag = FLAGS.charAt(this.#packet++ % FLAGS.length);
    const content = `,${this.#imei},${text}*`;
    const head = `$$${flag}${content.length + 4}${content}`;
    return asBytes(`${head}${hexOf(sumOf(asBytes(head)), 2)}\r\n`);
  }
}

const sumOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0);

function fieldsOf(event: number, report: Report): string {
  const { mcc, mnc, lac, cellId } = TOWER;
  const input = report.ignition ? IGNITION_INPUT : 0;
  const volts = Math.round(report.power * 100);
  return [
    event,
    report.latitude.toFixed(6),
    report.longitude.toFixed(6),
    stampOf(report.time).slice(2),
    report.valid ? 'A' : 'V',
    report.satellites,
    report.gsm * 7,
    Math.round(report.speedKmh),
    Math.round(report.course) % 360,
    '0.9',
    Math.round(report.altitude),
    Math.round(report.odometerM),
    RUN_TIME_S,
    `${mcc}|${mnc}|${hexOf(lac, 4)}|${hexOf(cellId, 4)}`,
    hexOf(input, 2) + hexOf(Number(report.blocked), 2),
    `0000|0000|0000|${hexOf(415, 4)}|${hexOf(volts, 4)}`,
    '',
    '',
    3,
    '',
    '',
  ].join(',');
}

/** C01 names a speed and five outputs: 0 off, 1 on, 2 unchanged. The first one cuts the engine. */
function obey(command: string, { cutEngine }: Controls): string {
  const [code = '', , outputs = ''] = command.split(',');
  const first = outputs.charAt(0);
  if (code === 'C01' && (first === '0' || first === '1')) cutEngine(first === '1');
  return `${code},OK`;
}
