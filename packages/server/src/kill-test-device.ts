import type { Socket } from 'node:net';
import { dataPacket, loginPacket } from '@rastro/protocols/testing';

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
      socket.write(loginPacket(imei));
      // Not `once` of node:events, which rejects on the reset that a kill brings.
      await new Promise((resolve) => socket.once('close', resolve));
    },
  };
}

const packet = (start: number): Buffer =>
  dataPacket(
    Array.from({ length: RECORDS }, (_, i) => ({
      time: start + i * 1000,
      latitude: -23.55052 + i / 1e7,
      longitude: -46.633308,
    })),
  );
