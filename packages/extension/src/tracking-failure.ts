import type { Answer } from '@rastro/tracking-client';

/** The tracking server could not be asked, or does not understand. */
export class TrackingFailure extends Error {}

/** @throws TrackingFailure */
export function answered<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  const { code, status } = answer.error;
  throw new TrackingFailure(`Cannot act on the tracking server: it answered ${code} (${status})`);
}
