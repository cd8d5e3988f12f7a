/** A device's side of Teltonika codec 8, just enough for tests: written from the protocol page, not from our decoder. */

export function loginPacket(imei: string): Buffer {
  return Buffer.concat([Buffer.from([0, imei.length]), Buffer.from(imei, 'latin1')]);
}

export interface TestRecord {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly speedKmh?: number;
  readonly satellites?: number;
  readonly ignition?: boolean;
  /** First digital output. */
  readonly out1?: boolean;
}

export function dataPacket(records: readonly TestRecord[]): Buffer {
  const body = Buffer.concat([
    Buffer.from([8, records.length]),
    ...records.map(avlRecord),
    Buffer.from([records.length]),
  ]);
  return inPacket(body);
}

/** A device's answer to a command: codec 12, type 6. */
export function answerPacket(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return inPacket(
    Buffer.concat([Buffer.from([12, 1, 6]), length, Buffer.from(text, 'latin1'), Buffer.from([1])]),
  );
}

/** The texts of the commands in what a server sent; its acknowledgements are passed over. */
export function commandTexts(bytes: Buffer): readonly string[] {
  const texts: string[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    // An acknowledgement is four bytes that count records; a packet begins with four zeros.
    if (bytes.readUInt32BE(at) !== 0) {
      at += 4;
      continue;
    }
    const length = bytes.readUInt32BE(at + 4);
    if (length < 8 || at + 12 + length > bytes.length) break;
    const textLength = bytes.readUInt32BE(at + 11);
    texts.push(bytes.toString('latin1', at + 15, at + 15 + textLength));
    at += 12 + length;
  }
  return texts;
}

function inPacket(body: Buffer): Buffer {
  const packet = Buffer.alloc(8 + body.length + 4);
  packet.writeUInt32BE(body.length, 4);
  body.copy(packet, 8);
  packet.writeUInt32BE(crc16(body), 8 + body.length);
  return packet;
}

function avlRecord(record: TestRecord): Buffer {
  const head = Buffer.alloc(24);
  head.writeBigUInt64BE(BigInt(record.time), 0);
  head.writeInt32BE(Math.round(record.longitude * 1e7), 9);
  head.writeInt32BE(Math.round(record.latitude * 1e7), 13);
  head.writeUInt8(record.satellites ?? 9, 21);
  head.writeUInt16BE(record.speedKmh ?? 0, 22);
  const ignition = record.ignition === undefined ? [] : [239, record.ignition ? 1 : 0];
  const output = record.out1 === undefined ? [] : [179, record.out1 ? 1 : 0];
  const io = [...ignition, ...output];
  const count = io.length / 2;
  return Buffer.concat([head, Buffer.from([0, count, count, ...io, 0, 0, 0])]);
}

function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}
