import type { ApiFailure, DriverInspectionCalls } from '@rastro/tracking-client';
import type { InspectionStore } from './inspection-store.ts';

export interface SendInspectionsDeps {
  readonly store: InspectionStore;
  readonly calls: Pick<DriverInspectionCalls, 'send' | 'sendPicture'>;
  /** Account of the driver; inspections of others stay. */
  readonly userId: number;
  readonly now: () => number;
}
/** Another attempt would end the same. */
const FOR_GOOD: readonly number[] = [400, 404, 409];
/** The picture itself is the reason. */
const REFUSED: readonly number[] = [400, 404, 413, 415];

/**
 * Sends what waits: inspections in the order in which they were filled in, then their pictures. One that is sent again,
 * because an answer was lost, counts once; one that the server refuses holds up no other.
 * @returns why something still waits; null = nothing does.
 */
export async function sendInspections(
  { store, calls, userId, now }: SendInspectionsDeps,
  signal: AbortSignal,
): Promise<ApiFailure | null> {
  for (const each of await store.inspections(userId)) {
    if (each.refusal !== null) continue;
    const sentAt = new Date(now()).toISOString();
    const answer = await calls.send({ sentAt, inspection: each.content }, signal);
    if (answer.ok) await store.remove(each.content.key);
    else if (FOR_GOOD.includes(answer.error.status)) await store.refuse(each, answer.error.code);
    else return answer.error;
  }
  for (const { id, key, type, bytes } of await store.photos(userId)) {
    const answer = await calls.sendPicture({ key, id, bytes: new Blob([bytes], { type }) }, signal);
    if (!answer.ok && !REFUSED.includes(answer.error.status)) return answer.error;
    await store.removePhoto(id);
  }
  return null;
}
