import { randomFrom, type Random } from '@rastro/simulator';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';

const KINDS = [
  'kill',
  'pause',
  'cut',
  'silence',
  'outage',
  'weather',
  'full disk',
  'slow disk',
  'failing calls',
  'flaky disk',
  'clock',
  'everybody again',
  'full memory',
  'provider',
] as const;
/** Of messages between processes. */
const BUS_KINDS = ['slow bus', 'doubling bus', 'cut bus'] as const;
/** `sleep` is no fault: days in which the world stands still, so that months pass. */
export type FaultKind =
  | (typeof KINDS)[number]
  | (typeof BUS_KINDS)[number]
  | 'lost answers'
  | 'kill at moment'
  | 'sleep';
export interface FaultDraw {
  readonly spanMs: number;
  /** Each role is a process of its own. */
  readonly isApart: boolean;
  readonly losesAnswers: boolean;
}

/** Something bad that happens at a virtual time. */
export interface Fault {
  readonly at: number;
  readonly kind: FaultKind;
  readonly ms: number;
  /** Share of what it concerns, or its size; 0 to 1. */
  readonly amount: number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const SLEEPS = 5;
const MOST_AIMED = 10;
const LONGEST_SLEEP_DAYS = 9;

/** Faults of a run, drawn from its seed. */
export function drawFaults(seed: number, { spanMs, isApart, losesAnswers }: FaultDraw): readonly Fault[] {
  const random = randomFrom(seed ^ 0x5f_a17);
  const count = Math.round(random.between(2, 6 + (spanMs / MINUTE) * 0.6));
  // Each run has its own mixture: some kinds often, others not at all.
  const kinds: readonly FaultKind[] = [
    ...KINDS,
    ...(isApart ? BUS_KINDS : []),
    ...(losesAnswers ? (['lost answers'] as const) : []),
  ];
  const weights = kinds.map((kind) => ({ kind, weight: random.chance(0.35) ? 0 : random.next() }));
  const sum = weights.reduce((total, { weight }) => total + weight, 0);
  const pick = (): FaultKind => {
    let left = random.next() * sum;
    return weights.find(({ weight }) => (left -= weight) < 0)?.kind ?? 'kill';
  };
  const draw = (kind: FaultKind): Fault => ({
    at: Math.round(random.between(20_000, spanMs)),
    kind,
    ms: Math.round(random.between(0.05, 1) ** 2 * 4 * MINUTE),
    amount: random.next(),
  });
  const faults = Array.from({ length: count }, () => draw(pick()));
  const aimed = Array.from({ length: Math.floor(random.between(0, MOST_AIMED)) }, () =>
    draw('kill at moment'),
  );
  const sleeps = Array.from({ length: SLEEPS }, () => draw('sleep'));
  return [...faults, ...aimed, ...sleeps].toSorted((a, b) => a.at - b.at);
}

export const faultText = ({ at, kind, ms, amount }: Fault): string =>
  `${(at / 1000).toFixed(1)} s: ${kind}, ${(ms / 1000).toFixed(1)} s, ${amount.toFixed(2)}`;

/** Plans faults, all of which end by themselves. */
export function planFaults(faults: readonly Fault[], world: World): void {
  const random = world.random('faults');
  for (const fault of faults) world.scheduler.after(fault.at, world.life, () => begin(fault, world, random));
}

/** Everything is as it should be again; what stands still goes on by itself, in its order. */
export function heal({ disk, moments, network, host, broker }: World): void {
  disk.heal();
  moments.forget();
  network.isDown = false;
  Object.assign(network.weather, FAIR);
  host.clockOffset = 0;
  broker.delayMs = BUS_MS;
  broker.doubles = 0;
  // What was silenced never comes back.
  for (const wire of network.wires) wire.cut();
}
const BUS_MS = 1;
const FAIR = { delayMs: 80, splits: 0.02, merges: 0.1 };
/** After a moment, as a power of ten, ms: within a step of the server as likely as within a second. */
const SOONEST = -1.5;
const LATEST = 3.5;
const HALF_DAY = 43_200_000;

/** One of the processes, or all of them. */
function chosen({ processes }: World['server'], amount: number): readonly ServerProcess[] {
  const one = processes[Math.floor(amount * (processes.length + 1))];
  return one ? [one] : processes;
}

function killed(world: World, { amount, ms }: Pick<Fault, 'amount' | 'ms'>): void {
  for (const each of chosen(world.server, amount)) {
    if (each.life.isEnded) continue;
    each.kill();
    world.restart(each, ms / 20);
  }
}

/** Time goes on, and nothing happens meanwhile. */
export function sleep({ host, provider }: World, ms: number): void {
  provider.asaas.catchUp();
  host.sleptMs += Math.round(ms);
}

function begin({ kind, ms, amount }: Fault, world: World, random: Random): void {
  const { scheduler, life, host, network, disk, server, devices, provider, broker, moments } = world;
  const later = (work: () => void): void => void scheduler.after(ms, life, work);
  const someWires = (): ReturnType<typeof network.wires.filter> =>
    network.wires.filter(() => random.chance(amount));
  switch (kind) {
    case 'kill':
      killed(world, { amount, ms });
      return;
    case 'kill at moment':
      moments.soon(() => {
        const soon = 10 ** random.between(SOONEST, LATEST);
        // What follows from the moment does not become durable.
        if (random.chance(0.5)) disk.hangsUntil = scheduler.now + soon;
        scheduler.after(soon, life, () => killed(world, { amount, ms }));
      });
      return;
    case 'pause':
      for (const { life: paused } of chosen(server, amount)) paused.pause(scheduler.now + ms);
      return;
    case 'slow bus':
      broker.delayMs = 20 + amount * 6000;
      later(() => (broker.delayMs = BUS_MS));
      return;
    case 'doubling bus':
      broker.doubles = amount;
      later(() => (broker.doubles = 0));
      return;
    case 'cut bus':
      // It learns of it some time later, and ends.
      for (const each of chosen(server, amount)) {
        const { life: cut } = each;
        broker.cut(cut);
        scheduler.after(ms / 10, cut, () => {
          each.kill();
          world.restart(each, 1000);
        });
      }
      return;
    case 'cut':
      for (const wire of someWires()) wire.cut();
      return;
    case 'silence':
      for (const wire of someWires()) wire.silence();
      return;
    case 'outage':
      network.isDown = true;
      for (const wire of network.wires) wire.silence();
      later(() => (network.isDown = false));
      return;
    case 'weather':
      Object.assign(network.weather, { delayMs: 50 + amount * 8000, splits: amount * 0.5, merges: 0.5 });
      later(() => Object.assign(network.weather, FAIR));
      return;
    case 'full disk':
      disk.fullUntil = scheduler.now + ms;
      return;
    case 'slow disk':
      disk.slowUntil = scheduler.now + ms;
      disk.slowMs = 20 + amount ** 2 * 8000;
      return;
    case 'failing calls':
      disk.failing += Math.ceil(amount * 20);
      return;
    case 'flaky disk':
      disk.flakyUntil = scheduler.now + ms;
      return;
    case 'lost answers':
      disk.losing += Math.ceil(amount * 4);
      return;
    case 'clock':
      host.clockOffset = Math.round((amount - 0.5) * HALF_DAY);
      return;
    case 'full memory':
      for (const device of devices) if (random.chance(amount)) device.remember(Math.round(ms / 2500));
      return;
    case 'provider':
      provider.troubleUntil = scheduler.now + ms;
      return;
    case 'sleep':
      sleep(world, amount * LONGEST_SLEEP_DAYS * DAY);
      return;
    case 'everybody again':
      for (const device of devices) device.reconnect();
  }
}
