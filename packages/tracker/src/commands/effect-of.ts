import type { Attributes } from '@rastro/fleet';
import type { StoredCommand } from '@rastro/storage';

/** Report that confirms a command: an attribute and its value. */
export interface Effect {
  /** Attributes that show it; the first one that a report has decides. */
  readonly attributes: readonly string[];
  readonly value: boolean;
}

const SWITCHES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['1', true],
  [1, true],
  [true, true],
  ['0', false],
  [0, false],
  [false, false],
]);

/** Null = nothing in a report shows whether such a command has worked. */
export function effectOf({ type, attributes }: Pick<StoredCommand, 'type' | 'attributes'>): Effect | null {
  switch (type) {
    case 'engineStop':
      return { attributes: ['blocked', 'out1'], value: true };
    case 'engineResume':
      return { attributes: ['blocked', 'out1'], value: false };
    case 'alarmArm':
      return { attributes: ['armed'], value: true };
    case 'alarmDisarm':
      return { attributes: ['armed'], value: false };
    case 'outputControl': {
      const on = SWITCHES.get(attributes['data']);
      return on === undefined ? null : { attributes: [`out${Number(attributes['index'] ?? 1)}`], value: on };
    }
    default:
      return null;
  }
}

/** Both speak of the same thing, so that the newer one makes the older one moot. */
export const isSameMatter = (a: Effect, b: Effect): boolean => a.attributes[0] === b.attributes[0];

export function shows(report: Attributes, effect: Effect): boolean {
  const name = effect.attributes.find((each) => typeof report[each] === 'boolean');
  return name !== undefined && report[name] === effect.value;
}
