import type { DrivingEventItem } from '@rastro/fleet';
import { answered } from '../tracking-failure.ts';
import type { ExtensionReply } from '../extension-route.ts';
import { soon } from '../with-tracking-api.ts';
import type { NamedEvent } from './case-store.ts';
import { coachingErrors, type CoachingDeps } from './coaching-deps.ts';

type Found = { readonly event: DrivingEventItem | null } | { readonly error: ExtensionReply };

/**
 * Looks an event up in the report of driving events, in the name of an account. A null event: history has it no more, or
 * never had, or the vehicle is not theirs.
 */
export async function findEvent(
  { reports }: Pick<CoachingDeps, 'reports'>,
  userId: number,
  { deviceId, kind, startTime }: NamedEvent,
  driver?: string,
): Promise<Found> {
  const at = new Date(startTime);
  const wish = { from: at, to: at, deviceIds: [deviceId], ...(driver === undefined ? {} : { driver }) };
  const answer = await reports.read(userId, 'harsh', wish, soon());
  if (answer === null) return { error: coachingErrors.notCounted() };
  if (!answer.ok && [400, 403, 404].includes(answer.error.status))
    return { error: coachingErrors.noReports() };
  const events = answered(answer);
  return {
    event: events.find((each) => each.kind === kind && Date.parse(each.startTime) === at.getTime()) ?? null,
  };
}
