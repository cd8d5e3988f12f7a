import type { Clock } from '@rastro/base';
import type { Report } from '../devices/report.ts';
import type { Address } from '../link/link.ts';
import { pause } from '../link/pause.ts';
import { report, type Channel } from '../vehicle/channel.ts';
import { Coverage } from '../vehicle/coverage.ts';
import { Outbox } from '../vehicle/outbox.ts';
import type { Speaker, Timing } from '../vehicle/stream-session.ts';
import type { TracePoint } from './read-trace.ts';

export interface Replay {
  readonly points: readonly TracePoint[];
  readonly address: Address;
  readonly channel: Channel;
  /** 1 = as recorded, 60 = a minute in a second. */
  readonly speedUp: number;
  /**
   * `recorded`: the times of the recording. `now`: shifted as a whole so that the recording ends when its
   * replay does; at `speedUp` 1 it is live.
   */
  readonly times: 'recorded' | 'now';
  readonly uniqueIdOf: (vehicle: string) => string;
  readonly clock: Clock;
  readonly timing?: Partial<Timing>;
}

export interface ReplayOutcome {
  readonly vehicles: number;
  readonly sent: number;
  /** Points that the server has confirmed; all of them unless the replay was stopped. */
  readonly acknowledged: number;
}

const OUTBOX_LIMIT = 2000;
/** Above this a vehicle counts as moving, km/h. */
const MOVING_KMH = 3;

/** Plays a recording to a server over a device protocol, each vehicle's points in recorded order. */
export async function replay(settings: Replay, signal: AbortSignal): Promise<ReplayOutcome> {
  const { points, clock, speedUp } = settings;
  const order = inOrder(points);
  const first = order[0]?.time ?? 0;
  const shiftMs = settings.times === 'now' ? shiftToNow(order, settings) : 0;
  const players = new Map<string, Player>();
  const done = new AbortController();
  const end = AbortSignal.any([signal, done.signal]);
  const sessions: Promise<void>[] = [];
  const startedAt = clock.now();
  let sent = 0;
  for (const point of order) {
    const dueAt = startedAt + (point.time - first) / speedUp;
    if (dueAt > clock.now()) await pause(dueAt - clock.now(), clock, signal);
    let player = players.get(point.vehicle);
    if (!player) {
      player = new Player(settings.uniqueIdOf(point.vehicle));
      players.set(point.vehicle, player);
      const { address, timing } = settings;
      sessions.push(report(player, settings.channel, { address, clock, ...(timing ? { timing } : {}) }, end));
    }
    while (player.outbox.isFull && !signal.aborted) await player.outbox.changed(signal);
    if (signal.aborted) break;
    player.play(point, shiftMs);
    sent++;
  }
  for (const { outbox } of players.values()) {
    while (outbox.size > 0 && !signal.aborted) await outbox.changed(signal);
  }
  done.abort();
  await Promise.all(sessions);
  const acknowledged = [...players.values()].reduce((sum, { outbox }) => sum + outbox.acknowledged, 0);
  return { vehicles: players.size, sent, acknowledged };
}

/** By time over all vehicles, but never against the recorded order of one vehicle, even where its clock jumps back. */
function inOrder(points: readonly TracePoint[]): readonly TracePoint[] {
  const latest = new Map<string, number>();
  const keyed = points.map((point) => {
    const at = Math.max(point.time, latest.get(point.vehicle) ?? -Infinity);
    latest.set(point.vehicle, at);
    return { point, at };
  });
  return keyed.toSorted((a, b) => a.at - b.at).map(({ point }) => point);
}

function shiftToNow(order: readonly TracePoint[], { clock, speedUp }: Replay): number {
  const first = order[0]?.time ?? 0;
  const last = order.at(-1)?.time ?? first;
  return Math.round((clock.now() + (last - first) / speedUp - last) / 1000) * 1000;
}

class Player implements Speaker {
  readonly outbox = new Outbox(OUTBOX_LIMIT);
  readonly coverage = new Coverage();
  readonly uniqueId: string;
  #last: Report = STATIONARY;
  #odometerM = 0;

  constructor(uniqueId: string) {
    this.uniqueId = uniqueId;
  }

  play(point: TracePoint, shiftMs: number): void {
    const time = point.time + shiftMs;
    const moving = point.speedKmh >= MOVING_KMH;
    const elapsedS = this.#last === STATIONARY ? 0 : Math.max(0, time - this.#last.time) / 1000;
    this.#odometerM += (point.speedKmh / 3.6) * Math.min(elapsedS, 60);
    const { latitude, longitude, altitude, speedKmh, course } = point;
    this.#last = {
      ...STATIONARY,
      time,
      latitude,
      longitude,
      altitude,
      speedKmh,
      course,
      moving,
      ignition: true,
      odometerM: this.#odometerM,
      power: 13.9,
    };
    this.outbox.add(this.#last);
  }

  controls(): ReturnType<Speaker['controls']> {
    // A recording cannot be stopped: the relay clicks, the points stay the same.
    return { report: this.#last, cutEngine: () => {} };
  }
}

const STATIONARY: Report = {
  time: 0,
  valid: true,
  latitude: 0,
  longitude: 0,
  altitude: 0,
  speedKmh: 0,
  course: 0,
  satellites: 10,
  ignition: false,
  moving: false,
  odometerM: 0,
  power: 12.5,
  batteryLevel: 100,
  gsm: 4,
  blocked: false,
  alarm: null,
};
