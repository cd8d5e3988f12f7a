import type { LatLng } from '../geometry/distance.ts';
import type { ReaderPreferences } from '../preferences/reader-preferences.ts';
import type { RoadOrder } from './order.ts';

/** Header that carries what the link of an arrival has behind its last slash. */
export const ARRIVAL_HEADER = 'x-arrival-token';
/** Links of one order that open it; a new one replaces the oldest. */
export const MAX_ARRIVAL_LINKS = 5;

/** Whether the customer of an order may follow its arrival. */
export interface ArrivalShare {
  readonly isShared: boolean;
  /** Name of the driver is shown. */
  readonly showsDriver: boolean;
  readonly sharedTime: string | null;
  /** When a guest last looked, to about a minute; null = never. */
  readonly lastUsedTime: string | null;
}
/** Its link opens it; it is never shown again. */
export interface NewArrivalShare extends ArrivalShare {
  readonly token: string;
}

/** States of an order as its customer sees them. */
export const ARRIVAL_STATES = ['planned', 'onTheWay', 'arrived', 'done', 'failed', 'cancelled'] as const;
export type ArrivalState = (typeof ARRIVAL_STATES)[number];

/** A vehicle as the customer sees it. */
export interface ArrivalVehicle extends LatLng {
  readonly course: number;
  readonly isMoving: boolean;
  /** ISO 8601. */
  readonly at: string;
}
/** An order as its customer follows it: nothing of other stops, and of people only what the company shows. */
export interface ArrivalView {
  readonly customer: string;
  readonly reference: string;
  readonly address: string;
  /** Where it is; null = not known. */
  readonly place: LatLng | null;
  /** Time window that was agreed, ISO 8601. */
  readonly from: string | null;
  readonly to: string | null;
  readonly state: ArrivalState;
  /** It will come, or has come, after its window. */
  readonly isLate: boolean;
  /** Null = it is there, it has ended, or nothing is known. */
  readonly expected: { readonly from: string; readonly to: string } | null;
  readonly arrivedAt: string | null;
  readonly endedAt: string | null;
  /** Only while it is on the way to this stop. */
  readonly vehicle: ArrivalVehicle | null;
  /** Digits to say when it is done; '' = none. */
  readonly code: string;
  /** '' = not shown. */
  readonly driverName: string;
  /** Language, zone and units of the company. */
  readonly formats: ReaderPreferences;
  /** Milliseconds since 1970. */
  readonly answeredAt: number;
}

const DAY_MS = 86_400_000;
/** An arrival can be looked at for so long after its order has ended. */
const AFTER_END_MS = DAY_MS;
/** An order that nobody has ended is over so long after its window. */
const AFTER_WINDOW_MS = 7 * DAY_MS;
/** One without a window can be followed for so long. */
const WITHOUT_WINDOW_MS = 30 * DAY_MS;

type Ending = Pick<RoadOrder, 'state' | 'from' | 'to' | 'endedAt'>;
/** End of the links of an order, in ms since 1970. @param sharedAt When it was shared. */
export function arrivalEnd({ from, to, endedAt }: Ending, sharedAt: number): number {
  if (endedAt !== null) return Date.parse(endedAt) + AFTER_END_MS;
  const window = to ?? from;
  if (window === null) return sharedAt + WITHOUT_WINDOW_MS;
  return Math.max(Date.parse(window), sharedAt) + AFTER_WINDOW_MS;
}

/** Progress of the vehicle, as far as it concerns one stop. */
export interface ArrivalProgress {
  /** It has left for its stops, and this one is next. */
  readonly isNext: boolean;
  readonly arrivedAt: string | null;
  readonly expected: ArrivalView['expected'];
  /** It is expected after its window. */
  readonly isLate: boolean;
}
type Arrival = Pick<ArrivalView, 'state' | 'isLate' | 'expected' | 'arrivedAt' | 'endedAt'>;
/** The order as its customer sees it. @param now Milliseconds since 1970. */
export function arrivalOf(
  order: Pick<RoadOrder, 'state' | 'to' | 'deviceId' | 'arrivedAt' | 'endedAt'>,
  progress: ArrivalProgress | null,
  now: number,
): Arrival {
  const { endedAt, to } = order;
  const arrivedAt = order.arrivedAt ?? progress?.arrivedAt ?? null;
  const isAfter = (time: string | null): boolean =>
    to !== null && (time === null ? now : Date.parse(time)) > Date.parse(to);
  if (order.state === 'done' || order.state === 'failed' || order.state === 'cancelled')
    return {
      state: order.state,
      isLate: order.state === 'done' && isAfter(arrivedAt ?? endedAt),
      expected: null,
      arrivedAt,
      endedAt,
    };
  if (arrivedAt !== null)
    return { state: 'arrived', isLate: isAfter(arrivedAt), expected: null, arrivedAt, endedAt };
  // A driver who says so is believed, also where the tracker is silent.
  const isOnTheWay = order.deviceId > 0 && (order.state === 'underWay' || progress?.isNext === true);
  return {
    state: isOnTheWay ? 'onTheWay' : 'planned',
    isLate: progress?.isLate === true || isAfter(null),
    // A span that is over says nothing any more.
    expected: progress?.expected && Date.parse(progress.expected.to) >= now ? progress.expected : null,
    arrivedAt,
    endedAt,
  };
}
