import type { DeviceFilter } from './device-filter.ts';

/** One choice for status and motion together. @source docs/reference/requirements.md SPEC §4 "Combined filter" */
export const COMBINED_FILTERS = ['all', 'online', 'offline', 'moving', 'stopped', 'unknown'] as const;
export type CombinedFilter = (typeof COMBINED_FILTERS)[number];

/** The combined filter, and the motion toggle that narrows a status further. */
export interface MotionChoice {
  readonly filter: CombinedFilter;
  /** Only what moves. `moving` is all with this on; it is never on with `stopped`. */
  readonly motionOnly: boolean;
}

/** Moving: status all, motion on. Stopped: online and not moving. Others: the status with motion off. */
export const chooseCombined = (filter: CombinedFilter): MotionChoice => ({
  filter,
  motionOnly: filter === 'moving',
});

/** The toggle on top of a status; with none it is the same as choosing `moving`, or `all`. */
export function toggleMotion({ filter, motionOnly }: MotionChoice): MotionChoice {
  if (motionOnly) return chooseCombined(filter === 'moving' ? 'all' : filter);
  if (filter === 'all') return chooseCombined('moving');
  // A stopped vehicle does not move: it is online.
  return { filter: filter === 'stopped' ? 'online' : filter, motionOnly: true };
}

export function statusAndMotion({
  filter,
  motionOnly,
}: MotionChoice): Pick<DeviceFilter, 'status' | 'motion'> {
  if (filter === 'moving') return { status: 'all', motion: 'moving' };
  if (filter === 'stopped') return { status: 'online', motion: 'stopped' };
  return { status: filter, motion: motionOnly ? 'moving' : 'all' };
}
