import { BusError } from '@rastro/bus';
import type { TrafficRecording } from '@rastro/fleet';
import type { TrackerBus } from '../messages/topics.ts';

/** Begins a recording at all ingests: the device may connect to any of them. @returns false when one records too many. */
export async function startTraffic(bus: TrackerBus, deviceId: number, seconds: number): Promise<boolean> {
  const started = await bus.askAll('traffic.started', { deviceId, seconds });
  if (started.length === 0) throw new BusError('traffic.started', 'NOBODY');
  return !started.includes(false);
}

/**
 * Messages recorded after the first `after`. A device that changed to another ingest has a part of its recording at
 * each: they follow each other in the order of their first messages.
 */
export async function readTraffic(
  bus: TrackerBus,
  deviceId: number,
  after: number,
): Promise<TrafficRecording> {
  const all = await bus.askAll('traffic.read', { deviceId, after });
  const [only] = all;
  if (!only) throw new BusError('traffic.read', 'NOBODY');
  const parts = all
    .filter(({ firstAt }) => firstAt !== null)
    .toSorted((a, b) => (a.firstAt ?? 0) - (b.firstAt ?? 0));
  const [first = all.find(({ recording }) => recording.state !== 'none') ?? only, ...others] = parts;
  if (others.length === 0) return first.recording;
  let before = 0;
  for (const { node, recording } of parts) {
    if (after >= before + recording.total && node !== parts.at(-1)?.node) {
      before += recording.total;
      continue;
    }
    const part = await bus.ask('traffic.read', { deviceId, after: after - before }, { to: node });
    const messages = part.recording.messages.map((message) => ({
      ...message,
      sequence: message.sequence + before,
    }));
    const total = parts.reduce((sum, each) => sum + each.recording.total, 0);
    return { ...part.recording, total, messages };
  }
  return first.recording;
}
