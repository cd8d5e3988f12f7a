import { MAX_ORDER_STEPS, type OrderState, type RoadOrderDetail } from './order.ts';
import { isBeforeReplan, stepOrder, type NewOrderStep } from './step-order.ts';
import type { DriverStepKind, DriverStepOutcome } from './driver-stop.ts';

/** Relation of a driver to an order at the time of a step. Nobody's orders were taken back meanwhile. */
export type DriverClaim = 'own' | 'nobodys' | 'anothers' | 'notCheckedIn';
export interface DriverStepped {
  /** Null = nothing has changed. */
  readonly order: RoadOrderDetail | null;
  readonly outcome: DriverStepOutcome;
}
type DriverReport = NewOrderStep & { readonly kind: DriverStepKind };

const END_OF: Readonly<Record<DriverStepKind, OrderState | null>> = {
  start: null,
  arrive: null,
  done: 'done',
  fail: 'failed',
};
const isEnded = ({ state }: RoadOrderDetail): boolean => state === 'done' || state === 'failed';

/**
 * An order after the step of a driver, whose phone may have been without a network while the plan changed or somebody
 * else was faster. A second report of the same end changes nothing; reports that contradict each other, and reports
 * about an order that is somebody else's by now, stay visible on it.
 */
export function stepByDriver(order: RoadOrderDetail, step: DriverReport, claim: DriverClaim): DriverStepped {
  if (order.state === END_OF[step.kind]) return { order: null, outcome: 'alreadyEnded' };
  if (isBeforeReplan(order, step)) return { order: withNote(order, step, false), outcome: 'noted' };
  const outcome = isEnded(order) ? 'alreadyEnded' : order.state === 'cancelled' ? 'cancelled' : 'noted';
  const isOpen = outcome === 'noted';
  if (isOpen && (claim === 'anothers' || claim === 'notCheckedIn')) {
    const noted = withNote(order, step, END_OF[step.kind] !== null);
    return { order: noted, outcome: claim === 'anothers' ? 'reassigned' : 'notCheckedIn' };
  }
  const next = stepOrder(order, step);
  if (next === null || next === order) return { order: null, outcome };
  return { order: next, outcome: next.steps.at(-1)?.isLate === true ? outcome : 'counted' };
}

/** The order with a step that is shown, and changes nothing but that somebody has to look at it. */
function withNote(order: RoadOrderDetail, reported: DriverReport, isDisputed: boolean): RoadOrderDetail {
  const { assignee: _, ...step } = reported;
  const steps = [...order.steps, { ...step, isLate: true }].slice(-MAX_ORDER_STEPS);
  return { ...order, isDisputed: order.isDisputed || isDisputed, steps };
}

/** Name of the driver or user who ended an order, and the time of it. */
export function endOf(order: RoadOrderDetail): { readonly endedBy: string; readonly endedAt: string | null } {
  if (!isEnded(order)) return { endedBy: '', endedAt: null };
  const step = order.steps.findLast(({ kind, isLate }) => !isLate && (kind === 'done' || kind === 'fail'));
  return { endedBy: step?.userName ?? '', endedAt: order.endedAt };
}
