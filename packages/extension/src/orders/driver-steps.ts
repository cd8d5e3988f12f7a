import { DAY_MS, retryOnConflict } from '@rastro/base';
import { QR_MAX_CLOCK_SKEW_MS, type Driver } from '@rastro/fleet';
import {
  endOf,
  stepByDriver,
  type DriverClaim,
  type DriverStepAnswer,
  type RoadOrderDetail,
} from '@rastro/fleet/orders';
import type { DriverStepBody, StoredDriverStep } from '@rastro/fleet/schemas';
import type { NewAction } from '@rastro/storage';
import type { ExtensionHandler } from '../extension-route.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { driverErrors, type DriverStopContext, type DriverStopDeps } from './driver-deps.ts';
import { wrongCodeOf, type WrongCode } from './code-tries.ts';
import { driverStepOf, driverStepPut, givenOrders } from './driver-step-store.ts';
import { orderOf, orderPut } from './order-store.ts';

/** A clock that is off by less is right. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Check-ins are searched for so far back. */
const OLDEST_MS = 31 * DAY_MS;
const LONGEST_CHECK_IN_MS = 7 * DAY_MS;

type Driving = (at: number) => ReadonlySet<number>;
/** The driver who reports, with the orders that their phone was given and the vehicles that they drove. */
interface Reporter {
  readonly driver: Driver;
  readonly userId: number;
  readonly address: string;
  readonly given: ReadonlySet<number>;
  readonly driving: Driving;
}
type TimedStep = Omit<DriverStepBody, 'at'> & { readonly at: number; readonly phoneAt: string };

/** Steps of a driver's phone, in the order in which they happened. */
export const reportDriverSteps = (deps: DriverStopDeps): ExtensionHandler<'POST /qr-driver/steps'> =>
  withTrackingApi(deps, async (here, { caller, address, body: { sentAt, steps } }) => {
    const signedIn = await here.driverOf(caller);
    const driver = signedIn && (await here.trackingApi.driver(signedIn.ownerId, signedIn.driverId, soon()));
    if (!driver) return driverErrors.noDriver();
    const timed = inTime(steps, { now: here.clock.now(), sentAt: Date.parse(sentAt ?? '') });
    const reporter: Reporter = {
      driver,
      userId: caller.id,
      address,
      given: await givenOrders(here.storage, driver.id),
      driving: await drivingOf(
        here,
        driver.id,
        timed.map(({ step }) => step.at),
      ),
    };
    const answers: DriverStepAnswer[] = [];
    for (const { index, step } of timed)
      answers[index] = await retryOnConflict(() => takeStep(here, reporter, step));
    return { status: 200, body: answers };
  });

/** Steps by the time at which they happened, corrected by how wrong the clock of the phone is. */
function inTime(
  steps: readonly DriverStepBody[],
  { now, sentAt }: { readonly now: number; readonly sentAt: number },
): readonly { readonly index: number; readonly step: TimedStep }[] {
  const offset = Math.abs(now - sentAt) > CLOCK_TOLERANCE_MS ? now - sentAt : 0;
  return steps
    .map((step, index) => {
      const phoneAt = new Date(step.at ?? now);
      // Nothing has happened that is still to come.
      const at = Math.min(phoneAt.getTime() + offset, now);
      return { index, step: { ...step, at, phoneAt: phoneAt.toISOString() } };
    })
    .toSorted((a, b) => a.step.at - b.step.at || a.index - b.index);
}

/** Vehicles that a driver was checked in to, at any of some times. */
async function drivingOf(
  { checkIns, clock }: DriverStopContext,
  driverId: number,
  times: readonly number[],
): Promise<Driving> {
  const oldest = clock.now() - OLDEST_MS;
  const first = Math.max(oldest, Math.min(...times)) - LONGEST_CHECK_IN_MS;
  const last = Math.max(oldest, ...times) + QR_MAX_CLOCK_SKEW_MS;
  const { current } = (await checkIns.driver(driverId)).body;
  const past = await checkIns.history(first, last);
  const own = [...past.filter((each) => each.driverId === driverId), ...(current ? [current] : [])];
  return (at) =>
    new Set(
      own
        .filter(
          ({ since, until }) =>
            since - QR_MAX_CLOCK_SKEW_MS <= at && (until === null || at <= until + QR_MAX_CLOCK_SKEW_MS),
        )
        .map(({ deviceId }) => deviceId),
    );
}

async function takeStep(
  here: DriverStopContext,
  reporter: Reporter,
  step: TimedStep,
): Promise<DriverStepAnswer> {
  const { orderId, id } = step;
  const { driver, given } = reporter;
  const unknown: DriverStepAnswer = {
    id,
    orderId,
    outcome: 'unknown',
    state: null,
    endedBy: '',
    endedAt: null,
  };
  const known = await driverStepOf(here.storage, orderId, id);
  if (known && known.driverId !== driver.id) return unknown;
  // A phone reports about the orders that it was given, and about no others.
  const order = known || given.has(orderId) ? await orderOf(here.storage, orderId) : null;
  if (!order) return unknown;
  if (known) return answerOf(step, known, order);
  const seenAt = new Date(here.clock.now()).toISOString();
  const { next, stored } = stepped(order, { reporter, step, seenAt });
  if (step.kind === 'done' && stored.outcome === 'counted') {
    const wrong = await wrongCodeOf(here.storage, order, step);
    if (wrong) return answerWrongCode(here, { reporter, step, order, wrong });
  }
  const actions = next ? [actionOf(here, reporter, step)] : [];
  await here.storage.commit({
    put: [driverStepPut(orderId, id, stored), ...(next ? [orderPut(next)] : [])],
    actions: here.log ? [] : actions,
  });
  await here.log?.appendActions(actions);
  return answerOf(step, stored, next ?? order);
}

interface WrongCodeReport {
  readonly reporter: Reporter;
  readonly step: TimedStep;
  readonly order: RoadOrderDetail;
  readonly wrong: WrongCode;
}
/** The order goes on, and its company sees how often a code was wrong. The phone has everything else of the step. */
async function answerWrongCode(
  here: DriverStopContext,
  { reporter, step, order, wrong: { outcome, put, count } }: WrongCodeReport,
): Promise<DriverStepAnswer> {
  if (put.length > 0) {
    const action = actionOf(here, reporter, step);
    const actions = [{ ...action, attributes: { step: outcome } }];
    await here.storage.commit({
      put: [...put, orderPut({ ...order, wrongCodes: count })],
      actions: here.log ? [] : actions,
    });
    await here.log?.appendActions(actions);
  }
  return answerOf(step, { outcome }, order);
}

interface Reported {
  readonly reporter: Reporter;
  readonly step: TimedStep;
  readonly seenAt: string;
}
/** The order after a step, where it changed, and the step as it is stored. */
function stepped(
  order: RoadOrderDetail,
  { reporter: { driver, driving }, step, seenAt }: Reported,
): { readonly next: RoadOrderDetail | null; readonly stored: StoredDriverStep } {
  const { id, kind, note, phoneAt, name, code, pictures } = step;
  const at = new Date(step.at).toISOString();
  const reason = kind === 'fail' ? step.reason : null;
  const by = { by: 'driver', userId: 0, userName: driver.name } as const;
  const report = { id, kind, at, seenAt, ...by, reason, note };
  const { order: next, outcome } = stepByDriver(order, report, claimOf(order, driver, driving(step.at)));
  const stored: StoredDriverStep = {
    driverId: driver.id,
    driverName: driver.name,
    kind,
    at,
    phoneAt,
    seenAt,
    reason,
    name,
    code,
    note,
    pictures: pictures.map((picture) => ({ ...picture, state: 'awaited' })),
    outcome,
  };
  return { next, stored };
}

function claimOf(
  { deviceId, driverUniqueId }: RoadOrderDetail,
  { uniqueId }: Driver,
  driven: ReadonlySet<number>,
): DriverClaim {
  if (driven.has(deviceId) || (driverUniqueId !== '' && driverUniqueId === uniqueId)) return 'own';
  if (deviceId === 0) return 'nobodys';
  return driven.size === 0 ? 'notCheckedIn' : 'anothers';
}

const answerOf = (
  { id, orderId }: Pick<TimedStep, 'id' | 'orderId'>,
  { outcome }: Pick<StoredDriverStep, 'outcome'>,
  order: RoadOrderDetail,
): DriverStepAnswer => ({ id, orderId, outcome, state: order.state, ...endOf(order) });

const actionOf = (
  { clock }: DriverStopContext,
  { userId, address }: Reporter,
  { orderId, kind }: TimedStep,
): NewAction => ({
  userId,
  address,
  actionTime: clock.now(),
  actionType: 'edit',
  objectType: 'roadOrder',
  objectId: orderId,
  attributes: { step: kind },
});
