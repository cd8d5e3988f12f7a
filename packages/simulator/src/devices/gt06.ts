import { crc16, Received, Writer } from './bytes.ts';
import type { Controls, Conversation, DeviceLanguage, ServerMessage, Message } from './language.ts';
import type { Report } from './report.ts';

const LOGIN = 0x01;
const HEARTBEAT = 0x13;
const ANSWER = 0x15;
const LOCATION = 0x22;
const ALARM = 0x26;
const COMMAND = 0x80;
const ALARM_CODES = { sos: 1, powerCut: 2, overspeed: 6, hardBraking: 0x27 } as const;

/** A Concox-like tracker with a relay: locations in 22, status in 13, alarms in 26. */
export const gt06Device: DeviceLanguage = {
  protocol: 'gt06',
  converse: (uniqueId) => new Gt06Conversation(uniqueId),
  obey,
};

class Gt06Conversation implements Conversation {
  #serial = 0;
  readonly #received = new Received();
  readonly #imei: string;

  constructor(imei: string) {
    this.#imei = imei;
  }

  login(): Uint8Array {
    const digits = this.#imei.padStart(16, '0');
    const content = new Writer().bytes(Buffer.from(digits, 'hex')).uint(0x2003, 2);
    return this.#frame(LOGIN, content);
  }

  pack([report]: readonly Report[]): Message {
    if (!report) throw new Error('Cannot pack a message: there are no reports');
    return report.alarm ? this.#alarm(report, report.alarm) : this.#location(report);
  }

  heartbeat(report: Report): Message {
    const content = status(new Writer(), report).uint(0, 1).uint(1, 1);
    return { bytes: this.#frame(HEARTBEAT, content), reports: 0, token: tokenOf(HEARTBEAT, this.#serial) };
  }

  receive(bytes: Uint8Array): readonly ServerMessage[] {
    this.#received.add(bytes);
    const messages: ServerMessage[] = [];
    for (;;) {
      const { view } = this.#received;
      const extended = view[0] === 0x79;
      if (view.length < 5) return messages;
      const size = extended ? view.readUInt16BE(2) + 6 : view.readUInt8(2) + 5;
      if (view.length < size) return messages;
      const body = view.subarray(extended ? 4 : 3, size - 6);
      messages.push(...this.#understand(body, view.readUInt16BE(size - 6)));
      this.#received.drop(size);
    }
  }

  #understand(body: Buffer, serial: number): readonly ServerMessage[] {
    const type = body[0] ?? 0;
    if (type === LOGIN) return [{ kind: 'accepted' }];
    if (type !== COMMAND) return [{ kind: 'acknowledged', token: tokenOf(type, serial) }];
    const end = 2 + body.readUInt8(1);
    const flag = body.subarray(2, 6);
    const text = body.subarray(6, end).toString('latin1');
    return [{ kind: 'command', text, answer: (answer) => this.#answer(flag, answer) }];
  }

  #answer(flag: Uint8Array, text: string): Uint8Array {
    const fits = text.slice(0, 200);
    const content = new Writer()
      .uint(4 + fits.length, 1)
      .bytes(flag)
      .ascii(fits)
      .uint(2, 2);
    return this.#frame(ANSWER, content);
  }

  #location(report: Report): Message {
    const content = gps(new Writer(), report);
    tower(content).uint(Number(report.ignition), 1).uint(0, 1).uint(0, 1);
    content.uint(Math.round(report.odometerM), 4);
    return { bytes: this.#frame(LOCATION, content), reports: 1, token: tokenOf(LOCATION, this.#serial) };
  }

  #alarm(report: Report, alarm: keyof typeof ALARM_CODES): Message {
    const content = gps(new Writer(), report).uint(9, 1);
    status(tower(content), report).uint(ALARM_CODES[alarm], 1).uint(2, 1);
    return { bytes: this.#frame(ALARM, content), reports: 1, token: tokenOf(ALARM, this.#serial) };
  }

  #frame(type: number, content: Writer): Uint8Array {
    this.#serial = (this.#serial + 1) & 0xffff;
    const body = content.finish();
    const sealed = new Writer()
      .uint(body.length + 5, 1)
      .uint(type, 1)
      .bytes(body)
      .uint(this.#serial, 2)
      .finish();
    const crc = crc16(sealed, 0x8408, 0xffff) ^ 0xffff;
    return new Writer().uint(0x7878, 2).bytes(sealed).uint(crc, 2).uint(0x0d0a, 2).finish();
  }
}

const tokenOf = (type: number, serial: number): number => type * 0x10000 + serial;

function gps(to: Writer, report: Report): Writer {
  const at = new Date(report.time);
  to.uint(at.getUTCFullYear() - 2000, 1)
    .uint(at.getUTCMonth() + 1, 1)
    .uint(at.getUTCDate(), 1);
  to.uint(at.getUTCHours(), 1).uint(at.getUTCMinutes(), 1).uint(at.getUTCSeconds(), 1);
  to.uint(0xc0 | Math.min(15, report.satellites), 1);
  // Minutes times 30,000, without a sign: the flags say on which side of equator and Greenwich.
  to.uint(Math.round(Math.abs(report.latitude) * 60 * 30_000), 4);
  to.uint(Math.round(Math.abs(report.longitude) * 60 * 30_000), 4);
  to.uint(Math.min(255, Math.round(report.speedKmh)), 1);
  const north = report.latitude >= 0 ? 0x0400 : 0;
  const west = report.longitude < 0 ? 0x0800 : 0;
  const fixed = report.valid ? 0x1000 : 0;
  return to.uint((Math.round(report.course) % 360) | north | west | fixed, 2);
}

/** A Brazilian network; which cell does not matter here. */
const tower = (to: Writer): Writer => to.uint(724, 2).uint(5, 1).uint(12_048, 2).uint(41_394, 3);

function status(to: Writer, report: Report): Writer {
  const information =
    (report.ignition ? 2 : 0) | (report.power > 10 ? 4 : 0) | 0x40 | (report.blocked ? 0x80 : 0);
  return to
    .uint(information, 1)
    .uint(Math.round((report.batteryLevel * 6) / 100), 1)
    .uint(report.gsm, 1);
}

function obey(command: string, { report, cutEngine }: Controls): string {
  const [word = ''] = command.replace(/#.*$/, '').split(',');
  switch (word.toUpperCase()) {
    case 'RELAY':
      return relay(/^relay,1/i.test(command), cutEngine);
    case 'DYD':
      return relay(true, cutEngine);
    case 'HFYD':
      return relay(false, cutEngine);
    case 'WHERE':
      return `Lat:${report.latitude.toFixed(6)},Lon:${report.longitude.toFixed(6)},Speed:${Math.round(report.speedKmh)}`;
    case 'STATUS':
      return `Battery:${report.batteryLevel}%;GPRS:Link Up;GSM Signal Level:${report.gsm};ACC:${report.ignition ? 'ON' : 'OFF'};`;
    case 'VERSION':
      return 'VERSION:RASTRO_SIM_1.0';
    case 'TIMER':
    case 'RESET':
    case 'SERVER':
      return `${word.toUpperCase()} OK!`;
    default:
      return 'Command error!';
  }
}

function relay(cut: boolean, cutEngine: (cut: boolean) => void): string {
  cutEngine(cut);
  return cut ? 'Cut off the fuel supply: Success!' : 'Restore fuel supply: Success!';
}
