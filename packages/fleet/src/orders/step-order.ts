import { MAX_ORDER_STEPS, type RoadOrderDetail, type OrderState, type OrderStep } from './order.ts';

/** A step as it is reported. */
export type NewOrderStep = Omit<OrderStep, 'isLate'> & {
  /** Of `assign`: who is to do it, and on which route. */
  readonly assignee?: Pick<
    RoadOrderDetail,
    'deviceId' | 'deviceName' | 'driverUniqueId' | 'driverName' | 'routeId'
  >;
};
/** Null = the step cannot follow on this state. */
export type SteppedOrder = RoadOrderDetail | null;

type Kind = OrderStep['kind'];
/** States on which a step follows. A report on another state is late; a plan cannot follow. */
const FOLLOWS_ON: Readonly<Record<Kind, readonly OrderState[]>> = {
  assign: ['planned', 'assigned'],
  unassign: ['assigned'],
  start: ['assigned'],
  arrive: ['assigned', 'underWay'],
  // Whoever has done it had it, whatever was planned meanwhile.
  done: ['planned', 'assigned', 'underWay', 'arrived'],
  fail: ['planned', 'assigned', 'underWay', 'arrived'],
  cancel: ['planned', 'assigned', 'underWay', 'arrived'],
  replan: ['failed'],
};
const NOBODY = { deviceId: 0, deviceName: '', driverUniqueId: '', driverName: '', routeId: 0 } as const;
type BareStep = Omit<OrderStep, 'isLate'>;

/** Steps of people in the field: what they report has happened, whenever the report arrives. */
const isReport = (kind: Kind): boolean => ['start', 'arrive', 'done', 'fail'].includes(kind);

/** A report about an attempt that has failed, and that is planned again since. */
export const isBeforeReplan = ({ steps }: RoadOrderDetail, { at }: Pick<OrderStep, 'at'>): boolean =>
  steps.some(({ kind, at: replannedAt }) => kind === 'replan' && Date.parse(replannedAt) > Date.parse(at));

/**
 * The order after a step. The same step again changes nothing. A report that comes late, from a phone without a network,
 * is stored and shown, never lost, and changes nothing of an attempt that was planned after it; of two ends that contradict each other the earlier one counts, and the order is
 * disputed. Plans (assign, cancel, plan again) follow only on the states that they are for.
 */
export function stepOrder(order: RoadOrderDetail, reported: NewOrderStep): SteppedOrder {
  const { assignee, ...step } = reported;
  if (order.steps.some(({ id }) => id === step.id)) return order;
  if (isReport(step.kind) && isBeforeReplan(order, step)) return withStep(order, step, true);
  if (FOLLOWS_ON[step.kind].includes(order.state))
    return withStep(follow(order, step, assignee), step, false);
  return isReport(step.kind) ? lateReport(order, step) : null;
}

function follow(order: RoadOrderDetail, step: BareStep, assignee: NewOrderStep['assignee']): RoadOrderDetail {
  const { kind, at, reason } = step;
  switch (kind) {
    case 'assign':
      return { ...order, ...(assignee ?? NOBODY), state: 'assigned' };
    case 'unassign':
      return { ...order, ...NOBODY, state: 'planned' };
    case 'start':
      return { ...order, state: 'underWay' };
    case 'arrive':
      return { ...order, state: 'arrived', arrivedAt: at };
    case 'done':
      // Whoever has done it was there.
      return { ...order, state: 'done', endedAt: at, reason: null, arrivedAt: order.arrivedAt ?? at };
    case 'fail':
      return { ...order, state: 'failed', endedAt: at, reason };
    case 'cancel':
      return { ...order, state: 'cancelled', endedAt: at };
    case 'replan': {
      const next = {
        attempt: order.attempt + 1,
        wrongCodes: 0,
        reason: null,
        arrivedAt: null,
        endedAt: null,
      };
      return { ...order, ...NOBODY, ...next, state: 'planned', isDisputed: false };
    }
  }
}

/** A report about what the order has passed. */
function lateReport(order: RoadOrderDetail, step: BareStep): RoadOrderDetail {
  if (step.kind === 'done' || step.kind === 'fail') return otherEnd(order, step, step.kind);
  // A person or a fence knows better than a conclusion from the end.
  const isInferred = order.state === 'done' && order.arrivedAt === order.endedAt;
  const isBefore = Date.parse(step.at) < Date.parse(order.endedAt ?? step.at);
  const arrivedAt = step.kind === 'arrive' && isInferred && isBefore ? step.at : order.arrivedAt;
  return withStep({ ...order, arrivedAt }, step, true);
}

/** An end of an order that has one. */
function otherEnd(order: RoadOrderDetail, step: BareStep, kind: 'done' | 'fail'): RoadOrderDetail {
  const outcome = kind === 'done' ? 'done' : 'failed';
  const isDisputed = order.isDisputed || outcome !== order.state;
  const isEarlier = Date.parse(step.at) < Date.parse(order.endedAt ?? step.at);
  // Nobody does what is cancelled, unless they had not heard of it: that is for people to settle.
  if (!isEarlier || order.state === 'cancelled') return withStep({ ...order, isDisputed }, step, true);
  const isInferred = order.arrivedAt !== null && order.arrivedAt === order.endedAt;
  const known = isInferred ? null : order.arrivedAt;
  const ended = { ...order, isDisputed, arrivedAt: known };
  return withStep(follow(ended, step, undefined), step, false);
}

const withStep = (order: RoadOrderDetail, step: BareStep, isLate: boolean): RoadOrderDetail => ({
  ...order,
  steps: [...order.steps, { ...step, isLate }].slice(-MAX_ORDER_STEPS),
});
