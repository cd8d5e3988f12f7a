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
}

export function dataPacket(records: readonly TestRecord[]): Buffer {
  const body = Buffer.concat([
    Buffer.from([8, records.length]),
    ...records.map(avlRecord),
    Buffer.from([records.length]),
  ]);
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
  const count = ignition.length / 2;
  return Buffer.concat([head, Buffer.from([0, count, count, ...ignition, 0, 0, 0])]);
}

function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}
