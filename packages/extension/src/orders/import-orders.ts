import { isConflict, retryOnConflict } from '@rastro/base';
import { nextTurn } from '@rastro/base/host';
import { foldText, type User } from '@rastro/fleet';
import type { OrderProblem } from '@rastro/fleet/orders';
import { importedOrder, type RoadOrderBody } from '@rastro/fleet/schemas';
import type { z } from 'zod';
import type { ExtensionHandler } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { orderErrors, type OrderContext, type OrderDeps } from './order-deps.ts';
import { nextNumbers, orderPut, orderWithReference, referencePut } from './order-store.ts';
import { notGuest } from './seen-orders.ts';
import { plannedOrder, seesGeofence } from './write-orders.ts';

const AT_ONCE = 100;

interface ReadFile {
  readonly orders: readonly RoadOrderBody[];
  readonly problems: readonly OrderProblem[];
}

/** Makes the orders of a file, all or none. A second import of the same file makes none that has a reference. */
export const importOrders = (deps: OrderDeps): ExtensionHandler<'POST /orders/import'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, body: { orders: rows, dryRun } }) => {
      const { orders, problems } = await readFile(here, caller, rows);
      const { own: ownerId } = await here.companiesOf(caller);
      const createdTime = new Date(here.clock.now()).toISOString();
      return retryOnConflict(async () => {
        const fresh = await freshOf(here, ownerId, orders);
        const outcome = { isDryRun: dryRun, known: orders.length - fresh.length, problems };
        if (problems.length > 0) return { status: 200, body: { ...outcome, created: 0 } };
        const answer = { status: 200, body: { ...outcome, created: fresh.length } };
        if (dryRun || fresh.length === 0) return answer;
        const numbers = await nextNumbers(here.storage, fresh.length);
        const made = fresh.map((content, at) =>
          plannedOrder({ ownerId, id: numbers.first + at, createdTime }, content),
        );
        const named = made.filter(({ reference }) => reference !== '');
        await here.storage.commit({
          put: [...made.map(orderPut), numbers.put, ...named.map(referencePut)],
        });
        return answer;
      }).catch((error: unknown) => {
        if (isConflict(error)) return orderErrors.changed();
        throw error;
      });
    }),
  );

/** Reads each row by itself; a reference that is in the file twice is a mistake of the file. */
async function readFile(
  here: OrderContext,
  caller: User,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<ReadFile> {
  const problems: OrderProblem[] = [];
  const orders: RoadOrderBody[] = [];
  const rowOf = new Map<string, number>();
  const geofences = new Map<number, Promise<boolean>>();
  for (const [at, given] of rows.entries()) {
    const row = at + 1;
    // Thousands of rows: others are served between them.
    if (row % AT_ONCE === 0) await nextTurn();
    const read = importedOrder.safeParse(given);
    if (!read.success) {
      problems.push(...problemsOf(row, read.error.issues));
      continue;
    }
    const { reference, place } = read.data;
    const first = reference === '' ? undefined : rowOf.get(foldText(reference));
    if (first !== undefined) problems.push({ row, field: 'reference', problem: 'twice' });
    else rowOf.set(foldText(reference), row);
    const isSeen = geofences.get(place.geofenceId) ?? seesGeofence(here, caller, place.geofenceId);
    geofences.set(place.geofenceId, isSeen);
    if (!(await isSeen)) problems.push({ row, field: 'place.geofenceId', problem: 'wrong' });
    orders.push(read.data);
  }
  return { orders, problems };
}

type Issue = z.core.$ZodIssue;
/** One for each field: the first says enough. */
const problemsOf = (row: number, issues: readonly Issue[]): readonly OrderProblem[] =>
  issues
    .filter(({ path: [field] }, at) => issues.findIndex((other) => other.path[0] === field) === at)
    .map((issue) => ({ row, ...problemOf(issue) }));

function problemOf({ path, code }: Issue): Omit<OrderProblem, 'row'> {
  const field = path.join('.');
  // Of the whole order there is one rule: its window.
  if (field === '') return { field: 'to', problem: 'window' };
  if (field === 'place') return { field, problem: 'place' };
  return { field, problem: field === 'customer' && code === 'too_small' ? 'missing' : 'wrong' };
}

/** Orders whose reference the company does not have. */
async function freshOf(
  { storage }: OrderContext,
  ownerId: number,
  orders: readonly RoadOrderBody[],
): Promise<readonly RoadOrderBody[]> {
  const fresh: RoadOrderBody[] = [];
  for (const order of orders) {
    const isKnown =
      order.reference !== '' && (await orderWithReference(storage, ownerId, order.reference)) !== null;
    if (!isKnown) fresh.push(order);
  }
  return fresh;
}
