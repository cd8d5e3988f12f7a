import { retryOnConflict } from '@rastro/base';
import type { OrderProof, ProofPictureState } from '@rastro/fleet/orders';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { driverErrors, type DriverStopContext, type DriverStopDeps } from './driver-deps.ts';
import {
  driverStepPut,
  driverStepsOf,
  proofPictureOf,
  proofPicturePut,
  type VersionedStep,
} from './driver-step-store.ts';
import { orderErrors } from './order-deps.ts';
import { notGuest, seenOrder } from './seen-orders.ts';

const DONE: ExtensionReply = { status: 204, body: '' };
/** Only who may see the order; for a while, because it never changes. */
const CACHED = 'private, max-age=3600';

/** Takes a picture that a step of the driver has named. */
export const takeProofPicture = (
  deps: DriverStopDeps,
): ExtensionHandler<'POST /qr-driver/stops/:id/pictures/:picture'> =>
  withTrackingApi(deps, async (here, { caller, params, body }) => {
    const signedIn = await here.driverOf(caller);
    if (!signedIn) return driverErrors.noDriver();
    const bytes: unknown = body;
    if (!(bytes instanceof Uint8Array)) return driverErrors.unreadable();
    const { id: orderId, picture: id } = params;
    const waiting = await waitingStep(here, { orderId, id, driverId: signedIn.driverId });
    if (waiting === 'there') return DONE;
    if (waiting === null) return driverErrors.noPicture();
    const encoded = await here.queue.run(signedIn.ownerId, async () => ({ made: await here.picture(bytes) }));
    if (encoded === null) return driverErrors.busy();
    const { made } = encoded;
    const named = { orderId, id, driverId: signedIn.driverId };
    const reply = await retryOnConflict(() => store(here, named, made));
    return made === null ? driverErrors.unreadable() : reply;
  });

interface Named {
  readonly orderId: number;
  /** Of the picture. */
  readonly id: string;
  readonly driverId: number;
}
/** Step of a driver that waits for a picture; null = none has named it. */
async function waitingStep(
  { storage }: DriverStopContext,
  { orderId, id, driverId }: Named,
): Promise<VersionedStep | 'there' | null> {
  for (const found of await driverStepsOf(storage, orderId)) {
    const picture = found.step.pictures.find((each) => each.id === id);
    if (picture && found.step.driverId === driverId) return picture.state === 'there' ? 'there' : found;
  }
  return null;
}

/** @param bytes Null = nobody can read it, and the phone does not send it again. */
async function store(
  here: DriverStopContext,
  named: Named,
  bytes: Uint8Array | null,
): Promise<ExtensionReply> {
  const { orderId, id } = named;
  const waiting = await waitingStep(here, named);
  if (waiting === 'there') return DONE;
  if (waiting === null) return driverErrors.noPicture();
  const { step, version } = waiting;
  const state: ProofPictureState = bytes === null ? 'unreadable' : 'there';
  const pictures = step.pictures.map((each) => (each.id === id ? { ...each, state } : each));
  await here.storage.commit({
    put: [
      ...(bytes === null ? [] : [proofPicturePut(orderId, id, bytes)]),
      driverStepPut(orderId, waiting.id, { ...step, pictures }, version),
    ],
  });
  return DONE;
}

/** Reports of drivers about an order that the caller sees. */
export const readProofs = (deps: DriverStopDeps): ExtensionHandler<'GET /orders/:id/proofs'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params }) => {
      if ((await seenOrder(here, caller, params.id)) === null) return orderErrors.unknown();
      const steps = await driverStepsOf(here.storage, params.id);
      const oldestFirst = steps.toSorted((a, b) => Date.parse(a.step.at) - Date.parse(b.step.at));
      return { status: 200, body: oldestFirst.map(serializeProof) };
    }),
  );

function serializeProof({ id, step }: VersionedStep): OrderProof {
  const { driverId: _, ...proof } = step;
  return { stepId: id, ...proof };
}

export const readProofPicture = (
  deps: DriverStopDeps,
): ExtensionHandler<'GET /orders/:id/pictures/:picture'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params }) => {
      if ((await seenOrder(here, caller, params.id)) === null) return orderErrors.unknown();
      const found = await proofPictureOf(here.storage, params.id, params.picture);
      if (!found) return orderErrors.noPicture();
      const headers = { 'content-type': found.type, 'cache-control': CACHED };
      return { status: 200, headers, body: found.bytes };
    }),
  );
