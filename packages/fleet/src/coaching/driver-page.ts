import type { DrivingEventKind, EventSource } from '../trips/driving-style.ts';
import type { Knots } from '../units/speed.ts';
import type { ContestState } from './coaching-case.ts';

/** An event of the driver who asks. */
export interface OwnDrivingEvent {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly kind: DrivingEventKind;
  readonly startTime: string;
  readonly isSevere: boolean;
  readonly strength: number | null;
  readonly speed: Knots | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string | null;
  readonly source: EventSource;
  readonly isWithdrawn: boolean;
  /** Null = it was not contested. */
  readonly contest: {
    readonly state: ContestState;
    readonly reason: string;
    readonly answer: string;
  } | null;
  readonly mayContest: boolean;
}
/** A week of the driver who asks. */
export interface OwnWeek {
  /** ISO 8601: its first instant. */
  readonly from: string;
  /** Null = too short a distance or time to say anything. */
  readonly points: number | null;
  readonly distance: number;
}
/** Page of the driver who asks: their score, what it cost, their weeks and their events. */
export interface DriverPage {
  readonly name: string;
  /** Of score and events. */
  readonly from: string;
  readonly to: string;
  readonly distance: number;
  /** Milliseconds of driving. */
  readonly moving: number;
  /** Null = not enough data. */
  readonly points: number | null;
  /** Range that holds 95 of 100 such scores by chance alone. */
  readonly low: number | null;
  readonly high: number | null;
  /** Points that each kind costs, without those that cost nothing. */
  readonly lost: readonly { readonly kind: string; readonly points: number }[];
  readonly weeks: readonly OwnWeek[];
  /** Newest first. */
  readonly events: readonly OwnDrivingEvent[];
}
