import { Writer } from '../devices/bytes.ts';
import type { LoadLanguage } from './load-language.ts';
import { quickCrc16 } from './quick-crc.ts';

const HEADER_BYTES = 10;

/** Ready-made codec 8 packets of `records` records each: only times and coordinates are patched per sending. */
export class LoadPacket implements LoadLanguage {
  readonly acceptance = Buffer.from([1]);
  readonly ackBytes = 4;
  readonly bytes: Buffer;
  readonly #records: number;

  constructor(records: number) {
    this.#records = records;
    const data = new Writer().uint(0x08, 1).uint(records, 1);
    for (let index = 0; index < records; index++) data.bytes(RECORD);
    const body = data.uint(records, 1).finish();
    this.bytes = Buffer.from(new Writer().uint(0, 4).uint(body.length, 4).bytes(body).uint(0, 4).finish());
  }

  login(imei: string): Uint8Array {
    return Buffer.concat([Buffer.from([0, imei.length]), Buffer.from(imei)]);
  }

  stamp(time: number, device: number): Buffer {
    const { bytes } = this;
    const drift = (time / 1000) % 3600;
    for (let index = 0; index < this.#records; index++) {
      const at = HEADER_BYTES + index * RECORD.length;
      bytes.writeUIntBE(time + index * 1000, at + 2, 6);
      bytes.writeInt32BE(-466_300_000 + (device % 1000) * 900 + Math.round(drift * 40), at + 9);
      bytes.writeInt32BE(-235_500_000 + Math.floor(device / 1000) * 900 + index, at + 13);
    }
    const end = bytes.length - 4;
    bytes.writeUInt32BE(quickCrc16(bytes, 8, end), end);
    return bytes;
  }
}

/** A car on its way: time and place are zero until stamped. */
function record(): Uint8Array {
  const to = new Writer();
  to.uint(0, 8).uint(0, 1).uint(0, 4).uint(0, 4).uint(760, 2).uint(125, 2).uint(11, 1).uint(64, 2);
  to.uint(0, 1).uint(6, 1);
  to.uint(3, 1).uint(239, 1).uint(1, 1).uint(240, 1).uint(1, 1).uint(21, 1).uint(4, 1);
  to.uint(2, 1).uint(66, 1).uint(13_900, 2).uint(67, 1).uint(4050, 2);
  to.uint(1, 1).uint(16, 1).uint(123_456, 4);
  return to.uint(0, 1).finish();
}

const RECORD = record();
