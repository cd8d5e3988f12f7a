import type { DrivingEventKind } from '../trips/driving-style.ts';

/** States of a case: nobody has it, somebody talks to the driver, that was done, or there is nothing to talk about. */
export const CASE_STATES = ['open', 'assigned', 'done', 'dismissed'] as const;
export type CaseState = (typeof CASE_STATES)[number];
/** A contest waits for an answer; an accepted one takes the event out of the score. */
export const CONTEST_STATES = ['waiting', 'accepted', 'declined'] as const;
export type ContestState = (typeof CONTEST_STATES)[number];
export const CONTEST_ANSWERS = ['accepted', 'declined'] as const;

/** Days after an event in which it can be contested. */
export const CONTEST_DAYS = 7;
/** Days before and after a talk that are compared. */
export const EFFECT_DAYS = 14;
/** Days of events that a driver sees of their own, and weeks of their trend. */
export const OWN_EVENT_DAYS = 30;
export const OWN_TREND_WEEKS = 8;
/** Days of cases that may be asked for at once. */
export const MAX_CASE_DAYS = 93;

/** Contest of an event: the reason of the driver, or of somebody in their name, and what was answered. */
export interface Contest {
  readonly state: ContestState;
  readonly reason: string;
  /** The driver themselves, on their own page. */
  readonly isByDriver: boolean;
  readonly byId: number;
  readonly byName: string;
  /** ISO 8601. */
  readonly at: string;
  /** 0 = not answered. */
  readonly answeredById: number;
  readonly answeredByName: string;
  readonly answeredAt: string | null;
  readonly answer: string;
}

/** An event of driving style that somebody does something about. It has a case once somebody has. */
export interface CoachingCase {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly kind: DrivingEventKind;
  /** Begin of the event, by which it is known, and its end; ISO 8601. */
  readonly startTime: string;
  readonly endTime: string;
  readonly isSevere: boolean;
  readonly driverUniqueId: string | null;
  readonly driverName: string | null;
  readonly state: CaseState;
  /** User who talks to the driver; 0 = nobody. */
  readonly assigneeId: number;
  readonly assigneeName: string;
  readonly note: string;
  /** Since when it is done; null = it is not. */
  readonly doneAt: string | null;
  readonly contest: Contest | null;
  /** Of the stored document; a change names the version it began from. */
  readonly version: number;
}

/** An event, as cases and reports name it. */
export interface EventKey {
  readonly deviceId: number;
  readonly kind: string;
  readonly startTime: string;
}
/** The same for a case and the event that it is about. */
export const keyOfEvent = ({ deviceId, kind, startTime }: EventKey): string =>
  `${deviceId}:${kind}:${Date.parse(startTime)}`;
