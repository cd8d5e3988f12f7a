import { Received, Writer } from './bytes.ts';
import type { Controls, Conversation, DeviceLanguage, ServerMessage, Message } from './language.ts';
import type { Report } from './report.ts';
import { stampOf } from './formats.ts';

const DELIMITER = 0x7e;
const ESCAPE = 0x7d;
const GENERAL_ANSWER = 0x0001;
const HEARTBEAT = 0x0002;
const AUTHENTICATION = 0x0102;
const LOCATION = 0x0200;
const QUERIED_LOCATION = 0x0201;
const BATCH = 0x0704;
const ACKNOWLEDGED = 0x8001;
const CONTROL = 0x8105;
const POSITION_QUERY = 0x8201;
const VERSIONED = 0x4000;
/** The 2019 header has space for all digits of an IMEI; the older one for twelve. */
const OLD_ID_DIGITS = 12;
const NEW_ID_DIGITS = 20;
const CHINA_MS = 8 * 3_600_000;
const MAX_IN_A_BATCH = 10;
const DONE = 0;
const NOT_SUPPORTED = 3;
const ALARM_BITS = { sos: 0, overspeed: 1, powerCut: 8, hardBraking: 0 } as const;
const LOGIN = -1;

/** A JT/T 808 terminal: authenticates, reports one by one or in batches, and keeps Chinese time. */
export const jt808Device: DeviceLanguage = {
  protocol: 'jt808',
  converse: (uniqueId) => new Jt808Conversation(uniqueId),
  obey,
};

class Jt808Conversation implements Conversation {
  readonly #received = new Received();
  readonly #digits: string;
  readonly #versioned: boolean;
  #serial = 0;
  #loginSerial = LOGIN;

  constructor(uniqueId: string) {
    this.#versioned = uniqueId.length > OLD_ID_DIGITS;
    this.#digits = uniqueId.padStart(this.#versioned ? NEW_ID_DIGITS : OLD_ID_DIGITS, '0');
  }

  login(): Uint8Array {
    // With the 2019 header: length of the text, text, IMEI, software version.
    const token = new TextEncoder().encode(this.#digits);
    const body = new Writer();
    if (this.#versioned) body.uint(token.length, 1).bytes(token).bytes(new Uint8Array(35));
    else body.bytes(token);
    const bytes = this.#message(AUTHENTICATION, body);
    this.#loginSerial = this.#serial;
    return bytes;
  }

  pack(reports: readonly Report[]): Message {
    const sent = reports.slice(0, MAX_IN_A_BATCH);
    const [first] = sent;
    if (!first) throw new Error('Cannot pack a message: there are no reports');
    if (sent.length === 1) {
      return { bytes: this.#message(LOCATION, location(first)), reports: 1, token: this.#serial };
    }
    const body = new Writer().uint(sent.length, 2).uint(1, 1);
    for (const report of sent) {
      const one = location(report).finish();
      body.uint(one.length, 2).bytes(one);
    }
    return { bytes: this.#message(BATCH, body), reports: sent.length, token: this.#serial };
  }

  heartbeat(): Message {
    return { bytes: this.#message(HEARTBEAT, new Writer()), reports: 0, token: this.#serial };
  }

  receive(bytes: Uint8Array): readonly ServerMessage[] {
    this.#received.add(bytes);
    const messages: ServerMessage[] = [];
    for (;;) {
      const { view } = this.#received;
      const start = view.indexOf(DELIMITER);
      const end = start < 0 ? -1 : view.indexOf(DELIMITER, start + 1);
      if (end < 0) return messages;
      const content = unescaped(view.subarray(start + 1, end));
      this.#received.drop(end + 1);
      if (content.reduce((sum, byte) => sum ^ byte, 0) === 0) messages.push(this.#understand(content));
    }
  }

  /** @param content From the message id to the checksum. */
  #understand(content: Buffer): ServerMessage {
    const id = content.readUInt16BE(0);
    const bodyAt = this.#versioned ? 17 : 12;
    const serial = content.readUInt16BE(bodyAt - 2);
    const body = content.subarray(bodyAt, content.length - 1);
    if (id === ACKNOWLEDGED) {
      const token = body.readUInt16BE(0);
      return token === this.#loginSerial ? { kind: 'accepted' } : { kind: 'acknowledged', token };
    }
    return {
      kind: 'command',
      text: `${id.toString(16)} ${body.toString('hex')}`,
      answer: (outcome, report) => this.#answer({ id, serial }, outcome, report),
    };
  }

  /** 0001: serial and id of the order, result. A query is answered with the location itself. */
  #answer(
    order: { readonly id: number; readonly serial: number },
    outcome: string,
    report: Report,
  ): Uint8Array {
    if (order.id === POSITION_QUERY) {
      const body = new Writer().uint(order.serial, 2).bytes(location(report).finish());
      return this.#message(QUERIED_LOCATION, body);
    }
    const result = outcome === 'done' ? DONE : NOT_SUPPORTED;
    return this.#message(
      GENERAL_ANSWER,
      new Writer().uint(order.serial, 2).uint(order.id, 2).uint(result, 1),
    );
  }

  #message(id: number, body: Writer): Uint8Array {
    this.#serial = (this.#serial + 1) & 0xffff;
    const content = body.finish();
    const head = new Writer().uint(id, 2).uint(content.length | (this.#versioned ? VERSIONED : 0), 2);
    if (this.#versioned) head.uint(1, 1);
    const plain = head.bytes(Buffer.from(this.#digits, 'hex')).uint(this.#serial, 2).bytes(content).finish();
    const sum = plain.reduce((total, byte) => total ^ byte, 0);
    return Uint8Array.of(DELIMITER, ...escaped(plain), ...escaped(Uint8Array.of(sum)), DELIMITER);
  }
}

function location(report: Report): Writer {
  const { latitude, longitude, alarm } = report;
  const status =
    Number(report.ignition) |
    (report.valid ? 2 : 0) |
    (latitude < 0 ? 4 : 0) |
    (longitude < 0 ? 8 : 0) |
    (report.blocked ? 0x400 : 0);
  const flags = alarm && alarm !== 'hardBraking' ? 1 << ALARM_BITS[alarm] : 0;
  const body = new Writer().uint(flags, 4).uint(status, 4);
  body.uint(Math.round(Math.abs(latitude) * 1e6), 4).uint(Math.round(Math.abs(longitude) * 1e6), 4);
  body.int(Math.round(report.altitude), 2).uint(Math.round(report.speedKmh * 10), 2);
  body
    .uint(Math.round(report.course) % 360, 2)
    .bytes(Buffer.from(stampOf(report.time + CHINA_MS).slice(2), 'hex'));
  item(body, 0x01, Math.round(report.odometerM / 100), 4);
  item(body, 0x30, report.gsm * 7, 1);
  item(body, 0x31, report.satellites, 1);
  item(body, 0xd3, Math.round(report.power * 10), 2);
  if (alarm === 'hardBraking')
    body
      .uint(0x57, 1)
      .uint(8, 1)
      .uint(1 << 9, 2)
      .uint(0, 2)
      .uint(0, 4);
  return body;
}

const item = (to: Writer, id: number, value: number, size: number): Writer =>
  to.uint(id, 1).uint(size, 1).uint(value, size);

function escaped(bytes: Uint8Array): readonly number[] {
  return [...bytes].flatMap((byte) => {
    if (byte === ESCAPE) return [ESCAPE, 1];
    return byte === DELIMITER ? [ESCAPE, 2] : [byte];
  });
}

function unescaped(bytes: Uint8Array): Buffer {
  const out: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === ESCAPE) out.push(bytes[++at] === 1 ? ESCAPE : DELIMITER);
    else out.push(byte);
  }
  return Buffer.from(out);
}

/** Message id and body in hexadecimal. @returns `done`, or that it does not know the order. */
function obey(command: string, { cutEngine }: Controls): string {
  const [id = '', body = ''] = command.split(' ');
  switch (parseInt(id, 16)) {
    case CONTROL:
      if (body === 'f0' || body === 'f1') cutEngine(body === 'f0');
      return 'done';
    case 0x0310:
    case 0x8103:
    case 0x8300:
    case POSITION_QUERY:
      return 'done';
    default:
      return 'unknown';
  }
}
