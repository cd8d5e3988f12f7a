import { type EventType, type FleetEvent, isAnchor } from '@rastro/fleet';
import { eventStyle, type EventStyle } from '../../kernel/event-style/event-style.ts';

/** At most so many vehicles speak at once; what else happens is counted. */
export const MAX_TOASTS = 3;
/** Above the sheet of a phone more would cover the map. */
export const MAX_TOASTS_PHONE = 1;
/** Shortest time of a toast before a newer one takes its place. */
export const READABLE_MS = 1500;

/**
 * Events that interrupt a user. Status changes, ignition and trips are routine in a fleet: they belong to the vehicle
 * and to reports, not over the map.
 */
const IMPORTANT: ReadonlySet<EventType> = new Set<EventType>([
  'alarm',
  'commandResult',
  'deviceFuelDrop',
  'deviceInactive',
  'deviceOverspeed',
  'geofenceEnter',
  'geofenceExit',
  'maintenance',
  'textMessage',
  'unaccompaniedMotion',
]);

/** A rule of this user names it: then the server writes its text along. */
const isAskedFor = ({ attributes }: FleetEvent): boolean => typeof attributes['message'] === 'string';

/** True for events that show a toast and sound while they happen. */
export const interrupts = (event: FleetEvent): boolean =>
  (IMPORTANT.has(event.type) && !isOwnAnchorTaking(event)) || isAskedFor(event);

/** The user has just anchored the vehicle: that is no news. */
const isOwnAnchorTaking = (event: FleetEvent): boolean => event.type === 'geofenceEnter' && isAnchor(event);

export interface EventToast {
  readonly deviceId: number;
  /** The newest of the vehicle; a pinned one stays. */
  readonly event: FleetEvent;
  readonly style: EventStyle;
  /** Others of the vehicle while the toast stands. */
  readonly more: number;
  /** Time at which the vehicle got its toast, ms since 1970. */
  readonly since: number;
}
export interface ToastBoard {
  /** Oldest first. */
  readonly toasts: readonly EventToast[];
  /** Events that found no place. */
  readonly missed: number;
}
/** Context of the board. */
export interface BoardContext {
  readonly brand: string;
  readonly now: number;
  /** Maximum of toasts at a time. */
  readonly maxToasts: number;
}

export const EMPTY_BOARD: ToastBoard = { toasts: [], missed: 0 };

/**
 * One toast a vehicle. Newer vehicles take the place of those that could be read; pinned ones give way to pinned
 * ones alone. So a burst neither covers the map nor flickers.
 */
export function addEvents(
  board: ToastBoard,
  events: readonly FleetEvent[],
  { brand, now, maxToasts }: BoardContext,
): ToastBoard {
  return events.filter(interrupts).reduce<ToastBoard>((before, event) => {
    const style = eventStyle(event, brand);
    const held = before.toasts.find(({ deviceId }) => deviceId === event.deviceId);
    if (held !== undefined) return replaced(before, held, joined(held, event, style));
    const toast = { deviceId: event.deviceId, event, style, more: 0, since: now };
    return placed(before, toast, maxToasts);
  }, board);
}

/** The count of missed events is shown as long as a toast remains. */
export function dropToast(board: ToastBoard, deviceId: number): ToastBoard {
  const toasts = board.toasts.filter((toast) => toast.deviceId !== deviceId);
  return { toasts, missed: toasts.length === 0 ? 0 : board.missed };
}

function joined(held: EventToast, event: FleetEvent, style: EventStyle): EventToast {
  const stays = held.style.pinned && !style.pinned;
  return { ...held, more: held.more + 1, ...(stays ? {} : { event, style }) };
}

function replaced({ toasts, missed }: ToastBoard, held: EventToast, toast: EventToast): ToastBoard {
  return { toasts: toasts.map((other) => (other === held ? toast : other)), missed };
}

function placed({ toasts, missed }: ToastBoard, toast: EventToast, maxToasts: number): ToastBoard {
  if (toasts.length < maxToasts) return { toasts: [...toasts, toast], missed };
  const leaving = toasts.find((other) => yieldsTo(other, toast)) ?? pinnedFor(toasts, toast);
  if (leaving === undefined) return { toasts, missed: missed + 1 };
  return {
    toasts: [...toasts.filter((other) => other !== leaving), toast],
    missed: missed + leaving.more + 1,
  };
}

/** A toast of the same moment has not been shown yet: of those, the newest win. */
function yieldsTo({ style, since }: EventToast, toast: EventToast): boolean {
  const stoodMs = toast.since - since;
  return !style.pinned && (toast.style.pinned || stoodMs === 0 || stoodMs >= READABLE_MS);
}

const pinnedFor = (toasts: readonly EventToast[], { style }: EventToast): EventToast | undefined =>
  style.pinned ? toasts[0] : undefined;
