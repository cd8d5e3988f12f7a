import { MINUTE_MS } from '@rastro/base';

/** A time in which a driver drove a vehicle, by a check-in or by the code in its records. Instants are ms since 1970. */
export interface DriverSpell {
  readonly driverUniqueId: string;
  readonly from: number;
  readonly to: number;
}
/** Evidence of who drove. */
export const DRIVER_EVIDENCE = ['checkIn', 'trip'] as const;
export type DriverEvidence = (typeof DRIVER_EVIDENCE)[number];

export type DriverAt =
  | { readonly driverUniqueId: string; readonly by: DriverEvidence; readonly spell: DriverSpell }
  /** Nobody is known for the minute, or two are. */
  | { readonly driverUniqueId: null; readonly reason: 'nobody' | 'several' };

/** Clocks of cameras and phones differ; nobody is taken from further away. */
const NEAR_MS = 5 * MINUTE_MS;
/** A time on a notice is a whole minute. */
const LAST_OF_MINUTE_MS = MINUTE_MS - 1;

/**
 * Driver of a vehicle at a minute: who was checked in, else who the records name; where nobody was, who was within five
 * minutes. Two that contradict each other are not decided here.
 */
export function driverAt(
  spells: Readonly<Record<DriverEvidence, readonly DriverSpell[]>>,
  minute: number,
): DriverAt {
  for (const nearMs of [0, NEAR_MS]) {
    const from = minute - nearMs;
    const to = minute + LAST_OF_MINUTE_MS + nearMs;
    const found = DRIVER_EVIDENCE.flatMap((by) =>
      spells[by].filter((spell) => spell.from <= to && spell.to >= from).map((spell) => ({ by, spell })),
    );
    const [first] = found;
    if (first === undefined) continue;
    const { driverUniqueId } = first.spell;
    return found.every(({ spell }) => spell.driverUniqueId === driverUniqueId)
      ? { driverUniqueId, by: first.by, spell: first.spell }
      : { driverUniqueId: null, reason: 'several' };
  }
  return { driverUniqueId: null, reason: 'nobody' };
}
