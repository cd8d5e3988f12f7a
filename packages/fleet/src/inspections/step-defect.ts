import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import {
  MAX_DEFECT_STEPS,
  SIGNED_STATES,
  UNREPAIRED_STATES,
  type Defect,
  type DefectRelease,
  type DefectState,
  type DefectStep,
  type DefectStepKind,
} from './defect.ts';

/** States on which a step follows. */
const FOLLOWS_ON: Readonly<Record<DefectStepKind, readonly DefectState[]>> = {
  begin: ['open', 'deferred'],
  repair: UNREPAIRED_STATES,
  dismiss: UNREPAIRED_STATES,
  defer: ['open', 'inWork'],
  // Somebody sees that it is not gone, before or after the next driver does.
  reopen: ['inWork', 'deferred', ...SIGNED_STATES],
  confirm: SIGNED_STATES,
  reject: SIGNED_STATES,
  release: UNREPAIRED_STATES,
};
/** A release leaves the state. */
const STATE_AFTER: Readonly<Record<Exclude<DefectStepKind, 'release'>, DefectState>> = {
  begin: 'inWork',
  repair: 'repaired',
  dismiss: 'noRepairNeeded',
  defer: 'deferred',
  reopen: 'open',
  confirm: 'confirmed',
  reject: 'open',
};

/** Steps with which a release is over: the defect is gone, or is looked at anew. */
const END_RELEASE: readonly DefectStepKind[] = ['repair', 'dismiss', 'reopen', 'reject', 'confirm'];
const LONGEST_RELEASE_MS = 24 * HOUR_MS;
/** A phone that has not heard the time for a while is behind by less. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/** Steps that a user takes to a defect as it is. Nobody defers what is unsafe, or releases what blocks nothing. */
export const possibleSteps = <K extends DefectStepKind>(
  { state, severity, isBlocking }: Pick<Defect, 'state' | 'severity' | 'isBlocking'>,
  kinds: readonly K[],
): readonly K[] =>
  kinds.filter(
    (kind) =>
      FOLLOWS_ON[kind].includes(state) &&
      !(kind === 'defer' && severity === 'unsafe') &&
      !(kind === 'release' && !isBlocking),
  );

/** Whether a release may last until then: not in the past, and a day at most. Instants are milliseconds since 1970. */
export const isReleaseEnd = (until: number, now: number): boolean =>
  until > now && until <= now + LONGEST_RELEASE_MS;

/** The defect after a step; the same step again changes nothing. Null = the step cannot follow. */
export function stepDefect(defect: Defect, step: DefectStep): Defect | null {
  if (defect.steps.some(({ id }) => id === step.id)) return defect;
  if (defect.steps.length >= MAX_DEFECT_STEPS) return null;
  if (possibleSteps(defect, [step.kind]).length === 0) return null;
  if (step.kind === 'release') return releasedBy(defect, step);
  const steps = [...defect.steps, step];
  const deferredUntil = step.kind === 'defer' ? step.until : null;
  const release = END_RELEASE.includes(step.kind) ? null : defect.release;
  return { ...defect, state: STATE_AFTER[step.kind], deferredUntil, release, steps };
}

function releasedBy(defect: Defect, step: DefectStep): Defect | null {
  const { at: since, releasedUntil: until, note: reason } = step;
  if (until === null || reason === '' || !isReleaseEnd(Date.parse(until), Date.parse(since))) return null;
  return { ...defect, release: { since, until, reason }, steps: [...defect.steps, step] };
}

/** The release of a defect at a time; null = there is none then. */
export function releaseAt({ release }: Pick<Defect, 'release'>, at: number): DefectRelease | null {
  // A phone may have stored a defect before there were releases.
  if (!release) return null;
  const isNow = Date.parse(release.since) - CLOCK_TOLERANCE_MS <= at && at < Date.parse(release.until);
  return isNow ? release : null;
}

/** Whether a defect keeps drivers from checking in at a time. */
export const blocksAt = (defect: Pick<Defect, 'isBlocking' | 'state' | 'release'>, at: number): boolean =>
  defect.isBlocking &&
  UNREPAIRED_STATES.some((each) => each === defect.state) &&
  releaseAt(defect, at) === null;
