import { crc16, Received, Writer } from './bytes.ts';
import type { Controls, Conversation, DeviceLanguage, ServerMessage, Message } from './language.ts';
import type { Report } from './report.ts';

const RECORDS = 1;
const HEARTBEAT = 16;
const RECORDS_TAKEN = 100;
const HEARTBEAT_TAKEN = 116;
const POSITIVE = 1;
const SET_IO = 117;
const RECORDS_PER_PACKET = 10;
const POLYNOMIAL = 0x8408;
/** Numbers of answers by number of command. */
const ANSWERS: ReadonlyMap<number, number> = new Map([
  [102, 2],
  [103, 3],
  [104, 4],
  [105, 7],
  [106, 7],
  [108, 7],
  [SET_IO, 17],
]);
const MOTION = 173;
const IGNITION = 251;
const POWER = 29;
const BATTERY = 30;
const ODOMETER = 65;
const HARSH_BRAKING = 134;
/** First digital input: the button. */
const BUTTON = 2;

/** A Ruptela FM-Eco: records in packets that stay in its memory until they are confirmed. */
export const ruptelaDevice: DeviceLanguage = {
  protocol: 'ruptela',
  converse: (uniqueId) => new RuptelaConversation(uniqueId),
  obey,
};

class RuptelaConversation implements Conversation {
  readonly #received = new Received();
  readonly #imei: bigint;

  constructor(imei: string) {
    this.#imei = BigInt(imei);
  }

  login(): null {
    return null;
  }

  pack(reports: readonly Report[]): Message {
    const sent = reports.slice(0, RECORDS_PER_PACKET);
    const body = new Writer().uint(reports.length - sent.length, 1).uint(sent.length, 1);
    for (const report of sent) record(body, report);
    return { bytes: this.#packet(RECORDS, body), reports: sent.length, token: RECORDS_TAKEN };
  }

  heartbeat(): Message {
    return { bytes: this.#packet(HEARTBEAT, new Writer()), reports: 0, token: HEARTBEAT_TAKEN };
  }

  receive(bytes: Uint8Array): readonly ServerMessage[] {
    this.#received.add(bytes);
    const messages: ServerMessage[] = [];
    for (;;) {
      const { view } = this.#received;
      const size = view.length < 2 ? Infinity : view.readUInt16BE(0) + 4;
      if (view.length < size) return messages;
      const content = view.subarray(2, size - 2);
      const intact = crc16(content, POLYNOMIAL, 0) === view.readUInt16BE(size - 2);
      if (intact) messages.push(...this.#understand(Buffer.from(content)));
      this.#received.drop(size);
    }
  }

  #understand(content: Buffer): readonly ServerMessage[] {
    const number = content.readUInt8(0);
    const payload = content.subarray(1);
    if (number === RECORDS_TAKEN || number === HEARTBEAT_TAKEN) {
      return payload[0] === POSITIVE ? [{ kind: 'acknowledged', token: number }] : [];
    }
    const text = `${number} ${number === SET_IO ? payload.toString('hex') : payload.toString('latin1')}`;
    return [{ kind: 'command', text, answer: (result) => this.#answer(number, result) }];
  }

  #answer(number: number, text: string): Uint8Array {
    const answer = ANSWERS.get(number);
    if (answer === undefined) return new Uint8Array(0);
    const body = number === SET_IO ? new Writer().uint(Number(text), 1) : new Writer().ascii(text);
    return this.#packet(answer, body);
  }

  #packet(command: number, body: Writer): Uint8Array {
    const payload = body.finish();
    const imei = new Uint8Array(8);
    new DataView(imei.buffer).setBigUint64(0, this.#imei);
    const content = new Writer().bytes(imei).uint(command, 1).bytes(payload).finish();
    return new Writer()
      .uint(content.length, 2)
      .bytes(content)
      .uint(crc16(content, POLYNOMIAL, 0), 2)
      .finish();
  }
}

function record(to: Writer, report: Report): void {
  to.uint(report.time / 1000, 4)
    .uint(0, 1)
    .uint(report.alarm ? 1 : 0, 1);
  if (report.valid) {
    to.int(Math.round(report.longitude * 1e7), 4).int(Math.round(report.latitude * 1e7), 4);
  } else to.uint(0x8000_0000, 4).uint(0x8000_0000, 4);
  to.uint(Math.max(0, Math.round(report.altitude * 10)), 2).uint(Math.round(report.course * 100) % 36_000, 2);
  to.uint(report.satellites, 1).uint(Math.round(report.speedKmh), 2).uint(9, 1);
  const braked = report.alarm === 'hardBraking';
  to.uint(braked ? HARSH_BRAKING : 0, 1);
  group(to, 1, [
    [IGNITION, Number(report.ignition)],
    [MOTION, Number(report.moving)],
    [BUTTON, Number(report.alarm === 'sos')],
    [HARSH_BRAKING, Number(braked)],
  ]);
  group(to, 2, [
    [POWER, report.alarm === 'powerCut' ? 0 : Math.round(report.power * 1000)],
    [BATTERY, 4060],
  ]);
  group(to, 4, [[ODOMETER, Math.round(report.odometerM)]]);
  group(to, 8, []);
}

function group(to: Writer, size: number, elements: readonly (readonly [id: number, value: number])[]): void {
  to.uint(elements.length, 1);
  for (const [id, value] of elements) to.uint(id, 1).uint(value, size);
}

/** The number of the command, then its content: text, or the bytes of an output. */
function obey(command: string, { cutEngine }: Controls): string {
  const space = command.indexOf(' ');
  const number = Number(command.slice(0, space));
  const text = command.slice(space + 1).trim();
  if (number === SET_IO) return '1';
  if (number === 103) return 'Firmware: RASTRO_SIM 1.0, IMEI known';
  if (number !== 108) return 'OK';
  const [, word = ''] = text.split(' ');
  if (word === 'immobilizer') {
    cutEngine(true);
    return 'immobilizer started';
  }
  if (word === 'resetimmob') {
    cutEngine(false);
    return 'immobilizer reset';
  }
  return `unknown command ${text}`;
}
