export interface Countdown {
  readonly count: number;
  readonly unit: 'days' | 'hours' | 'minutes' | 'seconds';
}
const UNITS = [
  { unit: 'days', seconds: 86_400 },
  { unit: 'hours', seconds: 3600 },
  { unit: 'minutes', seconds: 60 },
] as const;

/**
 * Time left, in the largest unit that fits. @source docs/reference/requirements.md SPEC §9 "Countdown units"
 * @returns null when the time is over.
 */
export function countdownOf(endMs: number, nowMs: number): Countdown | null {
  const left = Math.floor((endMs - nowMs) / 1000);
  if (!(left > 0)) return null;
  const step = UNITS.find(({ seconds }) => left > seconds);
  return step === undefined
    ? { count: left, unit: 'seconds' }
    : { count: Math.floor(left / step.seconds), unit: step.unit };
}
