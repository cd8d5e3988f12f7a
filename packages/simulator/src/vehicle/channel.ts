import type { Clock } from '@rastro/base';
import { gl200Device } from '../devices/gl200.ts';
import { gps103Device } from '../devices/gps103.ts';
import { gt06Device } from '../devices/gt06.ts';
import { h02Device } from '../devices/h02.ts';
import type { Conversation } from '../devices/language.ts';
import { jt808Device } from '../devices/jt808.ts';
import { meitrackDevice } from '../devices/meitrack.ts';
import { ruptelaDevice } from '../devices/ruptela.ts';
import { suntechDevice } from '../devices/suntech.ts';
import { teltonikaDevice, teltonikaUdpDevice } from '../devices/teltonika.ts';
import { wialonDevice } from '../devices/wialon.ts';
import { openTcp, openUdp, type Address } from '../link/link.ts';
import { runHttpSession } from './http-session.ts';
import { runStreamSession, USUAL_TIMING, type Speaker, type Timing } from './stream-session.ts';

/** Ways that keep a socket open, over TCP unless they say otherwise. */
const DEVICES = {
  gt06: { open: openTcp, language: gt06Device },
  suntech: { open: openTcp, language: suntechDevice },
  teltonika: { open: openTcp, language: teltonikaDevice },
  'teltonika-udp': { open: openUdp, language: teltonikaUdpDevice },
  h02: { open: openTcp, language: h02Device },
  gl200: { open: openTcp, language: gl200Device },
  gps103: { open: openTcp, language: gps103Device },
  jt808: { open: openTcp, language: jt808Device },
  wialon: { open: openTcp, language: wialonDevice },
  meitrack: { open: openTcp, language: meitrackDevice },
  ruptela: { open: openTcp, language: ruptelaDevice },
} as const;

type SocketChannel = keyof typeof DEVICES;
/** The ways a virtual vehicle can report. */
export type Channel = SocketChannel | 'osmand' | 'osmand-json';
export type DeviceProtocol = Exclude<Channel, 'teltonika-udp' | 'osmand-json'>;

const isSocketChannel = (channel: Channel): channel is SocketChannel => Object.hasOwn(DEVICES, channel);

export const CHANNELS: readonly Channel[] = [
  ...Object.keys(DEVICES).filter((name): name is SocketChannel => Object.hasOwn(DEVICES, name)),
  'osmand',
  'osmand-json',
];

/** The protocol behind a channel, as the server names it. */
export function protocolOf(channel: Channel): DeviceProtocol {
  if (channel === 'osmand-json') return 'osmand';
  return channel === 'teltonika-udp' ? 'teltonika' : channel;
}

/** One connection, for callers that move the bytes themselves. */
export const converse = (channel: SocketChannel, uniqueId: string): Conversation =>
  DEVICES[channel].language.converse(uniqueId);

export interface Reach {
  readonly address: Address;
  readonly clock: Clock;
  readonly timing?: Partial<Timing>;
}

/** Delivers a vehicle's reports over a channel until `signal` aborts. */
export function report(
  speaker: Speaker,
  channel: Channel,
  { address, clock, timing: patience }: Reach,
  signal: AbortSignal,
): Promise<void> {
  const timing = { ...USUAL_TIMING, ...patience };
  if (isSocketChannel(channel)) {
    return runStreamSession(speaker, { address, ...DEVICES[channel], timing, clock }, signal);
  }
  const form = channel === 'osmand' ? 'query' : 'json';
  return runHttpSession(speaker, { address, form, timing, clock }, signal);
}
