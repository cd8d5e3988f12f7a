import { crc16, Received, Writer } from './bytes.ts';
import type { Controls, Conversation, DeviceLanguage, ServerMessage, Message } from './language.ts';
import type { Report } from './report.ts';

const CODEC_8E = 0x8e;
const CODEC_12 = 0x0c;
const RECORDS_PER_PACKET = 15;
const RESPONSE = 6;
const PING = Uint8Array.of(0xff);
/** The record itself contains the time at which an element changed. */
const UNPLUG = 252;
const GREEN_DRIVING = 253;

/** An FMB-like tracker on TCP, codec 8 Extended. */
export const teltonikaDevice: DeviceLanguage = {
  protocol: 'teltonika',
  converse: (uniqueId) => new TcpConversation(uniqueId),
  obey,
};

/** The same tracker set to UDP: each datagram names the device, and there are no commands. */
export const teltonikaUdpDevice: DeviceLanguage = {
  protocol: 'teltonika',
  converse: (uniqueId) => new UdpConversation(uniqueId),
  obey,
};

class TcpConversation implements Conversation {
  readonly #received = new Received();
  readonly #imei: string;
  #loggedIn = false;

  constructor(imei: string) {
    this.#imei = imei;
  }

  login(): Uint8Array {
    return new Writer().uint(this.#imei.length, 2).ascii(this.#imei).finish();
  }

  pack(reports: readonly Report[]): Message {
    const sent = reports.slice(0, RECORDS_PER_PACKET);
    return { bytes: inPacket(avlData(sent)), reports: sent.length, token: sent.length };
  }

  heartbeat(): Message {
    return { bytes: PING, reports: 0, token: null };
  }

  receive(bytes: Uint8Array): readonly ServerMessage[] {
    this.#received.add(bytes);
    const messages: ServerMessage[] = [];
    if (!this.#loggedIn) {
      const answer = this.#received.view[0];
      if (answer === undefined) return messages;
      this.#received.drop(1);
      if (answer !== 1) return [{ kind: 'refused' }];
      this.#loggedIn = true;
      messages.push({ kind: 'accepted' });
    }
    while (this.#received.view.length >= 4) {
      const word = this.#received.view.readUInt32BE(0);
      if (word > 0) {
        this.#received.drop(4);
        messages.push({ kind: 'acknowledged', token: word });
        continue;
      }
      const command = this.#takeCommand();
      if (command === null) break;
      messages.push(command);
    }
    return messages;
  }

  /** Four zero bytes begin a packet of the server. @returns null until all of it is there. */
  #takeCommand(): ServerMessage | null {
    const { view } = this.#received;
    if (view.length < 8) return null;
    const size = view.readUInt32BE(4) + 12;
    if (view.length < size) return null;
    const length = view.readUInt32BE(11);
    const text = view.subarray(15, 15 + length).toString('latin1');
    this.#received.drop(size);
    return { kind: 'command', text, answer: (answer) => inPacket(serialData(answer)) };
  }
}

class UdpConversation implements Conversation {
  #packet = 0;
  readonly #imei: string;

  constructor(imei: string) {
    this.#imei = imei;
  }

  login(): null {
    return null;
  }

  pack(reports: readonly Report[]): Message {
    this.#packet = (this.#packet + 1) & 0xffff;
    const sent = reports.slice(0, RECORDS_PER_PACKET);
    const data = avlData(sent);
    const imei = new Writer().uint(this.#imei.length, 2).ascii(this.#imei).finish();
    const bytes = new Writer()
      .uint(4 + imei.length + data.length, 2)
      .uint(this.#packet, 2)
      .uint(1, 1)
      .uint(this.#packet & 0xff, 1)
      .bytes(imei)
      .bytes(data)
      .finish();
    return { bytes, reports: sent.length, token: this.#packet };
  }

  heartbeat(): Message {
    return { bytes: PING, reports: 0, token: null };
  }

  receive(bytes: Uint8Array): readonly ServerMessage[] {
    const view = Buffer.from(bytes);
    return view.length >= 7 ? [{ kind: 'acknowledged', token: view.readUInt16BE(2) }] : [];
  }
}

function avlData(reports: readonly Report[]): Uint8Array {
  const data = new Writer().uint(CODEC_8E, 1).uint(reports.length, 1);
  for (const report of reports) record(data, report);
  return data.uint(reports.length, 1).finish();
}

function record(to: Writer, report: Report): void {
  const event = report.alarm === 'powerCut' ? UNPLUG : report.alarm === 'hardBraking' ? GREEN_DRIVING : 0;
  to.uint(report.time, 8).uint(event === 0 ? 0 : 1, 1);
  to.int(Math.round(report.longitude * 1e7), 4).int(Math.round(report.latitude * 1e7), 4);
  to.int(Math.round(report.altitude), 2).uint(Math.round(report.course) % 360, 2);
  to.uint(report.valid ? report.satellites : 0, 1).uint(Math.round(report.speedKmh), 2);
  const one = [
    [239, Number(report.ignition)],
    [240, Number(report.moving)],
    [21, report.gsm + 1],
    [113, report.batteryLevel],
    [179, Number(report.blocked)],
    ...(event === 0 ? [] : [[event, event === GREEN_DRIVING ? 2 : 1] as const]),
  ] as const;
  const two = [
    [66, Math.round(report.power * 1000)],
    [67, 4050],
  ] as const;
  to.uint(event, 2).uint(one.length + two.length + 1, 2);
  group(to, one, 1);
  group(to, two, 2);
  group(to, [[16, Math.round(report.odometerM)]], 4);
  group(to, [], 8);
  to.uint(0, 2); // no elements of variable length
}

function group(to: Writer, elements: readonly (readonly [id: number, value: number])[], size: number): void {
  to.uint(elements.length, 2);
  for (const [id, value] of elements) to.uint(id, 2).uint(value, size);
}

const serialData = (text: string): Uint8Array =>
  new Writer()
    .uint(CODEC_12, 1)
    .uint(1, 1)
    .uint(RESPONSE, 1)
    .uint(text.length, 4)
    .ascii(text)
    .uint(1, 1)
    .finish();

const inPacket = (data: Uint8Array): Uint8Array =>
  new Writer()
    .uint(0, 4)
    .uint(data.length, 4)
    .bytes(data)
    .uint(crc16(data, 0xa001, 0), 4)
    .finish();

function obey(command: string, { report, cutEngine }: Controls): string {
  const [word = '', outputs = ''] = command.trim().split(/\s+/);
  switch (word.toLowerCase()) {
    case 'setdigout': {
      const first = outputs.charAt(0);
      if (first === '0' || first === '1') cutEngine(first === '1');
      return `DOUT1:${first} Timeout:INFINITY`;
    }
    case 'getgps':
      return `GPS:1 Sat:${report.satellites} Lat:${report.latitude.toFixed(6)} Long:${report.longitude.toFixed(6)}`;
    case 'getstatus':
      return `Data Link: 1 GPRS: 1 Phone: 0 SIM: 0 OP: 72405 Signal: ${report.gsm + 1}`;
    case 'getver':
      return 'Ver:03.28.07_00 GPS:AXN_5.1.9 Hw:FMB920';
    case 'getio':
      return `DI1:${Number(report.ignition)} AIN1:${Math.round(report.power * 1000)} DO1:${Number(report.blocked)}`;
    case 'cpureset':
      return 'CPU reset';
    default:
      return 'Unknown command';
  }
}
