import type { Clock } from '@rastro/base';
import { gt06Device } from '../devices/gt06.ts';
import { teltonikaDevice, teltonikaUdpDevice } from '../devices/teltonika.ts';
import { openTcp, openUdp, type Address } from '../link/link.ts';
import { keepPosting } from './http-session.ts';
import { keepConnected, USUAL_TIMING, type Speaker, type Timing } from './stream-session.ts';

/** The ways a virtual vehicle can report. */
export const CHANNELS = ['gt06', 'teltonika', 'teltonika-udp', 'osmand', 'osmand-json'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The protocol behind a channel, as the server names it. */
export function protocolOf(channel: Channel): 'gt06' | 'teltonika' | 'osmand' {
  if (channel === 'gt06') return 'gt06';
  return channel === 'teltonika' || channel === 'teltonika-udp' ? 'teltonika' : 'osmand';
}

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
  if (channel === 'osmand' || channel === 'osmand-json') {
    const form = channel === 'osmand' ? 'query' : 'json';
    return keepPosting(speaker, { address, form, timing, clock }, signal);
  }
  return keepConnected(speaker, { address, ...DEVICES[channel], timing, clock }, signal);
}

const DEVICES = {
  gt06: { open: openTcp, language: gt06Device },
  teltonika: { open: openTcp, language: teltonikaDevice },
  'teltonika-udp': { open: openUdp, language: teltonikaUdpDevice },
} as const;
