import {
  MAX_DEFECT_STEPS,
  SIGNED_STATES,
  UNREPAIRED_STATES,
  type Defect,
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
};
const STATE_AFTER: Readonly<Record<DefectStepKind, DefectState>> = {
  begin: 'inWork',
  repair: 'repaired',
  dismiss: 'noRepairNeeded',
  defer: 'deferred',
  reopen: 'open',
  confirm: 'confirmed',
  reject: 'open',
};

/** Steps that a user takes to a defect as it is. Nobody defers what is unsafe. */
export const possibleSteps = <K extends DefectStepKind>(
  { state, severity }: Pick<Defect, 'state' | 'severity'>,
  kinds: readonly K[],
): readonly K[] =>
  kinds.filter((kind) => FOLLOWS_ON[kind].includes(state) && !(kind === 'defer' && severity === 'unsafe'));

/** The defect after a step; the same step again changes nothing. Null = the step cannot follow. */
export function stepDefect(defect: Defect, step: DefectStep): Defect | null {
  if (defect.steps.some(({ id }) => id === step.id)) return defect;
  if (defect.steps.length >= MAX_DEFECT_STEPS) return null;
  if (possibleSteps(defect, [step.kind]).length === 0) return null;
  const deferredUntil = step.kind === 'defer' ? step.until : null;
  return { ...defect, state: STATE_AFTER[step.kind], deferredUntil, steps: [...defect.steps, step] };
}

/** Whether a defect keeps drivers from checking in. */
export const blocksNow = ({ isBlocking, state }: Pick<Defect, 'isBlocking' | 'state'>): boolean =>
  isBlocking && UNREPAIRED_STATES.some((each) => each === state);
