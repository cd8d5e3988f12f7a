import type { EventType, FleetEvent } from '@rastro/fleet';

/** At most so many vehicles speak at once; what else happens is counted. */
export const MOST_TOASTS = 3;

/**
 * What a person is interrupted for. Coming and going, ignition and trips are the everyday of a fleet: they
 * belong to the vehicle and to reports, not over the map.
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
  'unaccompaniedMotion',
]);

/** A rule of this person names it: then the server writes its text along. */
const isAskedFor = ({ attributes }: FleetEvent): boolean => typeof attributes['message'] === 'string';

export interface EventToast {
  readonly deviceId: number;
  /** The newest of the vehicle. */
  readonly event: FleetEvent;
  /** Earlier ones of the vehicle while the toast stands. */
  readonly more: number;
}
export interface ToastBoard {
  /** Oldest first. */
  readonly toasts: readonly EventToast[];
  /** Events that gave way to newer ones. */
  readonly missed: number;
}

export const EMPTY_BOARD: ToastBoard = { toasts: [], missed: 0 };

/** One toast a vehicle, the newest vehicles win: a burst never covers the map. */
export function addEvents(board: ToastBoard, events: readonly FleetEvent[]): ToastBoard {
  let { toasts, missed } = board;
  for (const event of events) {
    if (!IMPORTANT.has(event.type) && !isAskedFor(event)) continue;
    const held = toasts.find(({ deviceId }) => deviceId === event.deviceId);
    const toast = { deviceId: event.deviceId, event, more: held === undefined ? 0 : held.more + 1 };
    toasts =
      held === undefined ? [...toasts, toast] : toasts.map((other) => (other === held ? toast : other));
    const [oldest] = toasts;
    if (toasts.length <= MOST_TOASTS || oldest === undefined) continue;
    missed += oldest.more + 1;
    toasts = toasts.slice(1);
  }
  return toasts === board.toasts ? board : { toasts, missed };
}

/** What was missed is told as long as something stands beside it. */
export function dropToast(board: ToastBoard, deviceId: number): ToastBoard {
  const toasts = board.toasts.filter((toast) => toast.deviceId !== deviceId);
  return { toasts, missed: toasts.length === 0 ? 0 : board.missed };
}
