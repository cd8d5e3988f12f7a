import type { RoadOrder } from './order.ts';

/** Moments of an order at which its customer gets a message. */
export const CUSTOMER_MOMENTS = ['planned', 'onTheWay', 'done', 'failed'] as const;
export type CustomerMoment = (typeof CUSTOMER_MOMENTS)[number];
export const MESSAGE_CHANNELS = ['mail', 'text'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** Messages that the customers of a company get by themselves. */
export interface CustomerMessageSettings {
  /** None = no messages. */
  readonly moments: readonly CustomerMoment[];
  /** Name of the driver is shown, in messages and behind their link. */
  readonly showsDriver: boolean;
  /** Customers without a mail address get a text message. */
  readonly usesText: boolean;
}
/** Settings with their conditions on this server. */
export interface CustomerMessageState extends CustomerMessageSettings {
  readonly canMail: boolean;
  readonly canText: boolean;
  /** Messages have a link to the arrival: the server knows its own address. */
  readonly hasLink: boolean;
  /** The account of the company may share arrivals now; else nothing is sent. */
  readonly mayShare: boolean;
}
/** A message to a customer, as the dispatcher sees it. */
export interface CustomerMessage {
  readonly moment: CustomerMoment;
  /** Attempt of the order, 1 = the first. */
  readonly attempt: number;
  readonly channel: MessageChannel;
  readonly sentTime: string;
  /** Reason why it will never arrive, as the mail server or gateway said it; '' = it was taken. */
  readonly failure: string;
}
export interface CustomerMessages {
  readonly messages: readonly CustomerMessage[];
}

const HOUR_MS = 3_600_000;
/** An end that is reported later, by a phone without a network, is no news any more. */
const NEWS_MS = 12 * HOUR_MS;
/** Plans are announced from the afternoon before, and nobody is written to at night. */
const [FROM_HOUR, MORNING, EVENING] = [16, 8, 20];

/** The part of a route that tells whether its vehicle may be on the way to a stop. */
export interface MessagedRoute {
  /** ISO 8601. */
  readonly beginsAt: string;
  /** The stop is the first that the vehicle has not reached. */
  readonly isNext: boolean;
}
/**
 * The moment of which a customer is to know now; null = none. Of `onTheWay` it says only that it may be: the vehicle
 * decides. @param hourOf Hour of an instant on the clock of the company. @param now Milliseconds since 1970.
 */
export function momentOf(
  order: Pick<RoadOrder, 'state' | 'deviceId' | 'from' | 'endedAt'>,
  route: MessagedRoute | null,
  { now, hourOf }: { readonly now: number; readonly hourOf: (at: number) => number },
): CustomerMoment | null {
  const { state, deviceId, endedAt, from } = order;
  if (state === 'done' || state === 'failed')
    return endedAt !== null && now - Date.parse(endedAt) <= NEWS_MS ? state : null;
  if (deviceId === 0 || !(state === 'assigned' || state === 'underWay')) return null;
  if (state === 'underWay') return 'onTheWay';
  const begin = route?.beginsAt ?? from;
  if (begin === null) return null;
  const beginsAt = Date.parse(begin);
  if (now >= beginsAt) return route?.isNext === true ? 'onTheWay' : null;
  const hour = hourOf(now);
  const isAwake = hour >= MORNING && hour < EVENING;
  return isAwake && now >= afternoonBefore(beginsAt, hourOf(beginsAt)) ? 'planned' : null;
}

/** Afternoon of the day before an instant, give or take an hour when clocks change. */
const afternoonBefore = (at: number, hour: number): number =>
  Math.floor(at / HOUR_MS) * HOUR_MS - (hour + 24 - FROM_HOUR) * HOUR_MS;
