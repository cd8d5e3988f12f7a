import { type AttributeValue, type FleetEvent, isAnchor } from '@rastro/fleet';

/** @source docs/reference/requirements.md SPEC §9 "Notifications": colors */
export const EVENT_COLORS = [
  'soft-red',
  'red',
  'soft-green',
  'green',
  'soft-yellow',
  'yellow',
  'soft-info',
  'info',
] as const;
export type EventColor = (typeof EVENT_COLORS)[number];

/** @source docs/reference/requirements.md SPEC §9 "Notifications": positions; the first is the default */
export const TOAST_POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;
export type ToastPosition = (typeof TOAST_POSITIONS)[number];

/** Look and sound of an event, from the rule that named it. */
export interface EventStyle {
  /** null = the rule says none: the kind of event decides. */
  readonly color: EventColor | null;
  /** Stays until the user closes it. */
  readonly pinned: boolean;
  readonly position: ToastPosition;
  /** Value of the rule, e.g. `audio7`, `custom`, `mute`; null = the rule has none. */
  readonly sound: string | null;
  readonly soundUrl: string | null;
}

/**
 * Reads `{brand}.color`, `.pin`, `.position`, `.sound` and `.soundURL` (docs/reference/requirements.md SPEC §3), which
 * the server sends with the event. Unknown values count as missing.
 */
export function eventStyle(
  { type, attributes }: Pick<FleetEvent, 'type' | 'attributes'>,
  brand: string,
): EventStyle {
  const read = (name: string): AttributeValue | undefined => attributes[`${brand}.${name}`];
  // An anchored vehicle that leaves waits for acknowledgement, unless a rule says otherwise.
  const hasLeftAnchor = type === 'geofenceExit' && isAnchor({ attributes });
  const pin = read('pin') ?? hasLeftAnchor;
  return {
    color: EVENT_COLORS.find((color) => color === read('color')) ?? (hasLeftAnchor ? 'red' : null),
    pinned: pin === true || pin === 'true',
    position: TOAST_POSITIONS.find((position) => position === read('position')) ?? TOAST_POSITIONS[0],
    sound: textOf(read('sound')),
    soundUrl: textOf(read('soundURL')),
  };
}

const textOf = (value: AttributeValue | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
