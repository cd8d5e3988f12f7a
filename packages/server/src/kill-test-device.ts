import type { Socket } from 'node:net';

/** For the kill test: a Teltonika device that keeps each packet until it is acknowledged, over any number of connections. */
export interface SendingDevice {
  readonly imei: string;
  /** Fix times of acknowledged records. */
  readonly acknowledged: readonly number[];
  /** Sends packet after packet until the connection ends. */
  talk(socket: Socket): Promise<void>;
}

const RECORDS = 5;

export function startDevice(imei: string): SendingDevice {
  const acknowledged: number[] = [];
  let next = Date.UTC(2026, 0, 1);
  return {
    imei,
    acknowledged,
    talk: async (socket) => {
      let held = Buffer.alloc(0);
      let accepted = false;
      socket.on('error', () => socket.destroy());
      const send = (): boolean => socket.write(packet(next));
      socket.on('data', (chunk: Buffer) => {
        held = Buffer.concat([held, chunk]);
        if (!accepted && held.length > 0) {
          accepted = held[0] === 1;
          held = held.subarray(1);
          if (accepted) send();
        }
        for (; held.length >= 4; held = held.subarray(4)) {
          if (held.readUInt32BE() !== RECORDS) continue;
          for (let i = 0; i < RECORDS; i++) acknowledged.push(next + i * 1000);
          next += RECORDS * 1000;
          send();
        }
      });
      socket.write(Buffer.concat([Buffer.of(0, imei.length), Buffer.from(imei)]));
      // Not `once` of node:events, which rejects on the reset that a kill brings.
      await new Promise((resolve) => socket.once('close', resolve));
    },
  };
}

/** Codec 8 records without IO elements, one second apart. */
function packet(start: number): Buffer {
  const records = Array.from({ length: RECORDS }, (_, i) => {
    const record = Buffer.alloc(30);
    record.writeBigUInt64BE(BigInt(start + i * 1000));
    record.writeInt32BE(-466_333_080, 9);
    record.writeInt32BE(-235_505_200 + i, 13);
    record.writeUInt8(9, 21);
    return record;
  });
  const body = Buffer.concat([Buffer.of(8, RECORDS), ...records, Buffer.of(RECORDS)]);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(4)]); // The checksum is not what is tested: counted, not refused.
}
