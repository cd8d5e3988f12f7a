import type { Socket } from 'node:net';
import { converse, type Report } from '@rastro/simulator';

/** Protocols that confirm positions one way or another; the others promise a device nothing. */
export const CONFIRMING = ['teltonika', 'gt06', 'h02', 'jt808', 'wialon', 'ruptela'] as const;
export type Confirming = (typeof CONFIRMING)[number];

/** For the kill tests: a device that keeps each report until it is acknowledged, over any number of connections. */
export interface SendingDevice {
  readonly imei: string;
  readonly protocol: Confirming;
  /** Fix times of acknowledged records. */
  readonly acknowledged: readonly number[];
  /** Sends message after message until the connection ends. */
  talk(socket: Socket): Promise<void>;
}

/** Prepared reports; messages carry as many as fit. */
const AT_HAND = 5;
const START = Date.UTC(2026, 0, 1);

/** Every pair of seconds is sent the wrong way round, as a device does that empties its memory beside live reports. */
const timeOf = (index: number): number => START + (index ^ 1) * 1000;

export function startDevice(protocol: Confirming, imei: string): SendingDevice {
  const acknowledged: number[] = [];
  let next = 0;
  return {
    imei,
    protocol,
    acknowledged,
    talk: async (socket) => {
      const conversation = converse(protocol, imei);
      let sent: { readonly times: readonly number[]; readonly token: number | null } | null = null;
      const send = (): void => {
        const reports = Array.from({ length: AT_HAND }, (_, i) => reportAt(timeOf(next + i)));
        const message = conversation.pack(reports);
        const carried = reports.slice(0, message.reports);
        sent = { times: carried.map(({ time }) => time), token: message.token };
        socket.write(message.bytes);
      };
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk: Buffer) => {
        for (const serverMessage of conversation.receive(chunk)) {
          if (serverMessage.kind === 'accepted') send();
          if (serverMessage.kind !== 'acknowledged' || serverMessage.token !== sent?.token) continue;
          acknowledged.push(...sent.times);
          next += sent.times.length;
          send();
        }
      });
      const login = conversation.login();
      if (login) socket.write(login);
      else send();
      // Not `once` of node:events, which rejects on the reset that a kill brings.
      await new Promise((resolve) => socket.once('close', resolve));
    },
  };
}

const reportAt = (time: number): Report => ({
  time,
  latitude: -23.55052 + ((time / 1000) % 1000) / 1e4,
  longitude: -46.633308,
  valid: true,
  altitude: 760,
  speedKmh: 36,
  course: 12,
  satellites: 9,
  ignition: true,
  moving: true,
  odometerM: 1000,
  power: 12.5,
  batteryLevel: 90,
  gsm: 3,
  blocked: false,
  alarm: null,
});
