import { MAX_DRIVER_STEPS, type DriverStepAnswer } from '@rastro/fleet/orders';
import type { Answer, ApiFailure, DriverStopCalls } from '@rastro/tracking-client';
import { heldPictures, type CodeProblem, type DriverStore, type QueuedStep } from './driver-store.ts';

export interface SendQueueDeps {
  readonly store: DriverStore;
  readonly calls: Pick<DriverStopCalls, 'report' | 'sendPicture'>;
  /** Account of the driver; steps of others stay. */
  readonly userId: number;
  readonly now: () => number;
  /** Called with each answer before the step leaves the queue. */
  readonly onAnswer: (step: QueuedStep, answer: DriverStepAnswer) => Promise<void> | void;
}
const BAD_REQUEST = 400;
/** The picture itself is the reason: another attempt would end the same. */
const REFUSED: readonly number[] = [BAD_REQUEST, 404, 413, 415];

/**
 * Sends what waits: steps in the order in which they happened, then their pictures. A step leaves the queue when the
 * server has answered it; one that is sent again, because an answer was lost, counts once.
 * @returns why something still waits; null = nothing does.
 */
export async function sendQueue(deps: SendQueueDeps, signal: AbortSignal): Promise<ApiFailure | null> {
  return (await sendSteps(deps, signal)) ?? sendPictures(deps, signal);
}

async function sendSteps(deps: SendQueueDeps, signal: AbortSignal): Promise<ApiFailure | null> {
  const { store, userId } = deps;
  for (;;) {
    const waiting = (await store.steps(userId)).filter(({ isRejected }) => !isRejected);
    const batch = waiting.slice(0, MAX_DRIVER_STEPS);
    if (batch.length === 0) return null;
    const answer = await sendBatch(deps, batch, signal);
    if (answer.ok) continue;
    if (answer.error.status !== BAD_REQUEST) return answer.error;
    // One of them cannot be read: it does not hold up the others.
    for (const each of batch) {
      const one = await sendBatch(deps, [each], signal);
      if (!one.ok && one.error.status !== BAD_REQUEST) return one.error;
      if (!one.ok) await store.reject(each);
    }
  }
}

async function sendBatch(
  { store, calls, now, onAnswer }: SendQueueDeps,
  batch: readonly QueuedStep[],
  signal: AbortSignal,
): Promise<Answer<unknown>> {
  const sentAt = new Date(now()).toISOString();
  const answer = await calls.report({ sentAt, steps: batch.map(({ step }) => step) }, signal);
  if (!answer.ok) return answer;
  const byId = new Map(answer.value.map((each) => [each.id, each]));
  for (const each of batch) {
    const own = byId.get(each.step.id);
    if (own !== undefined) await onAnswer(each, own);
    const codeProblem = codeProblemIn(own);
    // Nothing of it is lost: it waits here, with its pictures, for another code.
    if (codeProblem !== null) await store.add({ ...each, isRejected: true, codeProblem }, []);
  }
  const isOver = ({ step }: QueuedStep): boolean => codeProblemIn(byId.get(step.id)) === null;
  await store.removeSteps(batch.filter(isOver).map(({ step }) => step.id));
  return answer;
}

export function codeProblemIn(answer: DriverStepAnswer | undefined): CodeProblem | null {
  const { outcome } = answer ?? {};
  return outcome === 'wrongCode' || outcome === 'codeLocked' ? outcome : null;
}

async function sendPictures(
  { store, calls, userId }: SendQueueDeps,
  signal: AbortSignal,
): Promise<ApiFailure | null> {
  const held = heldPictures(await store.steps(userId));
  for (const { id, orderId, type, bytes } of await store.pictures(userId)) {
    if (held.has(id)) continue;
    const answer = await calls.sendPicture({ orderId, id, bytes: new Blob([bytes], { type }) }, signal);
    if (!answer.ok && !REFUSED.includes(answer.error.status)) return answer.error;
    await store.removePicture(id);
  }
  return null;
}
