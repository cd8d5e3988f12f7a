import type { ExtensionRoutes, SentQueryOf } from '@rastro/fleet/api';
import type { CoachingCase, DriverPage } from '@rastro/fleet/coaching';
import type { Answer, Caller } from './caller.ts';

/** An event, by the vehicle, its kind and its begin. */
export interface EventOfCase {
  readonly deviceId: number;
  readonly kind: string;
  readonly startTime: string;
}
export interface CaseChange extends EventOfCase, Pick<CoachingCase, 'state' | 'assigneeId' | 'note'> {
  /** That it began from; 0 = there was no case. */
  readonly version: number;
}
export interface ContestReply extends EventOfCase {
  readonly state: 'accepted' | 'declined';
  readonly answer: string;
}

/** Cases of driving events, contests, and the page of the driver who is signed in. */
export interface CoachingCalls {
  cases(
    query: SentQueryOf<ExtensionRoutes['GET /coaching/cases']>,
    signal: AbortSignal,
  ): Promise<Answer<readonly CoachingCase[]>>;
  change(change: CaseChange, signal: AbortSignal): Promise<Answer<CoachingCase>>;
  /** In the name of the driver. */
  contest(event: EventOfCase, reason: string, signal: AbortSignal): Promise<Answer<CoachingCase>>;
  answer(answer: ContestReply, signal: AbortSignal): Promise<Answer<CoachingCase>>;
  /** Of the signed-in driver; weeks by the days of a zone. */
  ownPage(zone: string, signal: AbortSignal): Promise<Answer<DriverPage>>;
  contestOwn(event: EventOfCase, reason: string, signal: AbortSignal): Promise<Answer<null>>;
}

export const coachingCalls = (caller: Caller<ExtensionRoutes>): CoachingCalls => ({
  cases: (query, signal) => caller.json('GET /coaching/cases', { query }, signal),
  change: (json, signal) => caller.json('PUT /coaching/cases', { json }, signal),
  contest: (event, reason, signal) =>
    caller.json('POST /coaching/contests', { json: { ...event, reason } }, signal),
  answer: (json, signal) => caller.json('PUT /coaching/contests/answer', { json }, signal),
  ownPage: (zone, signal) => caller.json('GET /qr-driver/score', { query: { zone } }, signal),
  contestOwn: (event, reason, signal) =>
    caller.done('POST /qr-driver/contests', { json: { ...event, reason } }, signal),
});
