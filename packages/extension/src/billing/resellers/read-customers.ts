import { host } from '@rastro/base/host';
import type { User } from '@rastro/fleet';
import { monthsOfGrowth } from '@rastro/fleet/billing';
import { billingErrors } from '../billing-errors.ts';
import { NoUserSource, type BillingDeps } from '../billing-deps.ts';
import { visibleIssuers } from '../invoice-access.ts';
import { INSTALLATION, type ResellerTree } from '../reseller-tree.ts';
import type { ExtensionHandler, ExtensionReply } from '../../extension-route.ts';
import { withSourceErrors } from '../with-source-errors.ts';
import { growthOf } from './growth-job.ts';
import { contactsOf, customerOf, type Known } from './customers-of.ts';

export interface ResellerDeps {
  readonly billing: BillingDeps;
  readonly isSuspended: (userId: number) => boolean;
}
const TIMEOUT_MS = 60_000;

/** Lists customers of the caller, or of users below the caller; administrators see all. */
export const readCustomers =
  (deps: ResellerDeps): ExtensionHandler<'GET /reseller'> =>
  ({ caller, query }) =>
    withSourceErrors(async () => {
      const tree = await deps.billing.tree();
      const own = caller.administrator ? INSTALLATION : caller.id;
      const path = query.of === null ? [] : pathTo(tree, caller, query.of);
      return path
        ? serializeCustomers(deps, { caller, tree, path, of: query.of ?? own })
        : billingErrors.noCustomer();
    });

interface Asked {
  readonly caller: User;
  readonly tree: ResellerTree;
  readonly path: readonly { readonly userId: number; readonly name: string }[];
  readonly of: number;
}
async function serializeCustomers(
  deps: ResellerDeps,
  { caller, tree, path, of }: Asked,
): Promise<ExtensionReply> {
  const known = await readKnown(deps, tree, caller);
  const devices = new Set<number>();
  const customers = [];
  for (const sourceUser of tree.under(of)) {
    if (!sourceUser.account.administrator) customers.push(await customerOf(known, sourceUser, devices));
  }
  const growth = await growthOf(deps.billing, of);
  const report = growth && {
    since: growth.since,
    months: monthsOfGrowth(growth, await deps.billing.today()),
  };
  const total = contactsOf(known, devices);
  return { status: 200, body: { path, customers, total, growth: report } };
}

async function readKnown(
  { billing, isSuspended }: ResellerDeps,
  tree: ResellerTree,
  caller: User,
): Promise<Known> {
  const { source, storage, brand, clock } = billing;
  if (!source) throw new NoUserSource('Cannot list customers: nobody has set TRACKING_SERVER_TOKEN');
  const signal = host.timeout(TIMEOUT_MS);
  const [contacts, seen, { isOn }] = await Promise.all([
    source.contacts(signal),
    source.lastSeen(signal),
    billing.installation(),
  ]);
  const overdue = isOn ? await storage.overdueCustomers(await visibleIssuers(billing, caller)) : null;
  return {
    tree,
    brand,
    isSuspended,
    contacts,
    seen,
    now: clock.now(),
    debts: overdue && new Map(overdue.map((each) => [each.customerId, each])),
    devicesOf: async (userId) => (await source.devicesOf(userId, signal)).map(({ deviceId }) => deviceId),
  };
}

/** One path from below the caller down to a user; null = no such user, or not the caller's. */
function pathTo(tree: ResellerTree, caller: User, of: number): Asked['path'] | null {
  const isOver = (id: number): boolean => caller.administrator || tree.below(caller.id).has(id);
  const path = [];
  const passed = new Set<number>();
  for (let id: number | undefined = of; id !== undefined && id !== caller.id && !passed.has(id);) {
    const user = tree.user(id);
    if (!user || !isOver(id)) return null;
    passed.add(id);
    path.unshift({ userId: id, name: user.name });
    id = user.managers.find((each) => each === caller.id || leads(tree, caller, each));
  }
  return path;
}

const leads = (tree: ResellerTree, caller: User, id: number): boolean =>
  caller.administrator ? tree.user(id)?.account.administrator === false : tree.below(caller.id).has(id);
