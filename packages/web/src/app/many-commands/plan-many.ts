import type { Device, Position } from '@rastro/fleet';

/** A device that a command may go to, and where it was last. */
export interface Target {
  readonly device: Device;
  readonly position: Position | null;
}
/** One device that speaks for all with its protocol. */
export interface Sample {
  readonly deviceId: number;
  readonly count: number;
}

/** Protocols asked about; a fleet has few, and each costs a call. */
const MAX_SAMPLES = 12;
const FASTEST = 3;

/** One device of each protocol, since devices of one protocol understand the same commands. Most numerous first. */
export function samplesOf(targets: readonly Target[]): readonly Sample[] {
  const byProtocol = Map.groupBy(targets, ({ position }) => position?.protocol ?? '');
  return [...byProtocol.values()]
    .map((all) => ({ deviceId: all[0]?.device.id ?? 0, count: all.length }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_SAMPLES);
}

/** Number of devices that understand each type. */
export function understoodBy(
  samples: readonly Sample[],
  typesOf: (deviceId: number) => readonly string[] | undefined,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { deviceId, count } of samples) {
    for (const type of typesOf(deviceId) ?? []) counts.set(type, (counts.get(type) ?? 0) + count);
  }
  return counts;
}

export interface TargetSummary {
  readonly count: number;
  readonly moving: number;
  readonly offline: number;
  /** Those that move, fastest first. */
  readonly fastest: readonly Target[];
}

/** The figures to know before a command goes to many devices. */
export function summarizeTargets(targets: readonly Target[]): TargetSummary {
  const moving = targets.filter(({ position }) => position?.attributes['motion'] === true);
  return {
    count: targets.length,
    moving: moving.length,
    offline: targets.filter(({ device }) => device.status !== 'online').length,
    fastest: moving.toSorted((a, b) => (b.position?.speed ?? 0) - (a.position?.speed ?? 0)).slice(0, FASTEST),
  };
}
