import { isConflict } from '@rastro/base';
import { attributeName, isSet, USER_ATTRIBUTES, type Attributes } from '@rastro/fleet';
import {
  readCivilDate,
  suspensionStatusOn,
  trustFrom,
  type CivilDate,
  type SuspensionStatus,
  type SuspensionTerms,
  type TrustUnlock,
} from '@rastro/fleet/billing';
import type { NewAction } from '@rastro/storage';
import { z } from 'zod';
import type { BillingDeps } from './billing-deps.ts';

/** Reason why a user may not sign in. */
export interface Suspension {
  /** Account that has not paid: the user's own, or one above. */
  readonly customerId: number;
  readonly status: SuspensionStatus;
}
interface Requester {
  readonly userId: number;
  readonly address: string;
}

const KIND = 'trustUnlock';
const PAGE = 500;
const day = z.string().transform((text, context): CivilDate => {
  const read = readCivilDate(text);
  if (read !== null) return read;
  context.addIssue('not a day');
  return z.NEVER;
});
const storedTrust = z.object({ takenOn: day, until: day });

/**
 * Suspended accounts, in memory because every call checks them. Each process refreshes its own list, regularly and
 * after each change of an invoice; while the tracking server is unreachable, the last list stays valid.
 */
export class Suspensions {
  readonly #deps: BillingDeps;
  #known: ReadonlyMap<number, Suspension> = new Map();
  #refreshing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  readonly #wakes = new Set<(fresh: readonly number[]) => void>();

  constructor(deps: BillingDeps) {
    this.#deps = deps;
  }

  /** @returns null = not suspended. */
  of(userId: number): Suspension | null {
    return this.#known.get(userId) ?? null;
  }

  /** @param wake Called with users who were not suspended a moment ago. */
  watch(wake: (fresh: readonly number[]) => void): void {
    this.#wakes.add(wake);
  }

  /** Runs after a refresh under way; serves all concurrent callers. */
  refresh(): Promise<void> {
    if (this.#next) return this.#next;
    const next = this.#refreshing.then(() => {
      this.#next = null;
      return this.#refreshNow();
    });
    this.#next = next;
    this.#refreshing = next.catch(() => {}); // The caller gets the result.
    return next;
  }

  /** Lifts the suspension of an account that may be trusted, once. @returns false = not allowed. */
  async takeTrust({ userId, address }: Requester): Promise<boolean> {
    await this.refresh();
    const found = this.of(userId);
    if (found?.customerId !== userId || !found.status.trustAvailable) return false;
    const { storage, audit, today, tree, brand, clock } = this.#deps;
    const { trustDays } = suspensionTerms((await tree()).user(userId)?.attributes ?? {}, brand);
    const body: TrustUnlock = trustFrom(await today(), trustDays);
    const key = String(userId);
    const stored = await storage.document(KIND, key);
    const action: NewAction = {
      actionTime: clock.now(),
      address,
      userId,
      actionType: 'trust',
      objectType: 'user',
      objectId: userId,
      attributes: { ...body },
    };
    try {
      const put = [{ kind: KIND, key, body, replaces: stored?.version ?? 0 }];
      await storage.commit({ put, actions: audit ? [] : [action] });
    } catch (error) {
      // Taken by the same user at the same moment: it holds for both.
      if (isConflict(error)) return false;
      throw error;
    }
    await audit?.appendActions([action]);
    await this.refresh();
    return true;
  }

  async #refreshNow(): Promise<void> {
    const before = this.#known;
    this.#known = await suspended(this.#deps);
    const fresh = [...this.#known.keys()].filter((id) => !before.has(id));
    if (fresh.length > 0) for (const wake of this.#wakes) wake(fresh);
  }
}

async function suspended(deps: BillingDeps): Promise<ReadonlyMap<number, Suspension>> {
  const { storage, brand } = deps;
  const found = new Map<number, Suspension>();
  if (!deps.source || !(await deps.installation()).isOn) return found;
  const overdue = await storage.overdueCustomers(null);
  if (overdue.length === 0) return found;
  const [tree, today, trusts] = await Promise.all([deps.tree(), deps.today(), trustsIn(deps)]);
  for (const { customerId, oldestDue } of overdue) {
    const { attributes = {} } = tree.user(customerId) ?? {};
    const terms = suspensionTerms(attributes, brand);
    const suspensionStatus = suspensionStatusOn(today, oldestDue, terms, trusts.get(customerId) ?? null);
    if (!suspensionStatus.isSuspended) continue;
    for (const id of tree.below(customerId)) {
      // Their guests ask by them.
      const isAdministrator = tree.user(id)?.account.administrator === true;
      if (!isAdministrator && !found.has(id)) found.set(id, { customerId, status: suspensionStatus });
    }
    // Their own debt before that of an account above: they can pay it.
    found.set(customerId, { customerId, status: suspensionStatus });
  }
  return found;
}

async function trustsIn({ storage }: BillingDeps): Promise<ReadonlyMap<number, TrustUnlock>> {
  const found = new Map<number, TrustUnlock>();
  for await (const page of storage.documents({ kind: KIND, prefix: '', pageSize: PAGE }))
    for (const { key, body } of page) found.set(Number(key), storedTrust.parse(body));
  return found;
}

/**
 * Suspension terms of a customer, from the account; none without billing.
 * @source docs/reference/requirements.md SPEC §3 "Billing fields"
 */
export function suspensionTerms(attributes: Attributes, brand: string): SuspensionTerms {
  const { billing, autoSuspension, autoSuspensionDays, trustUnlock, trustUnlockDays } = USER_ATTRIBUTES;
  const is = (each: typeof billing | typeof autoSuspension | typeof trustUnlock): boolean =>
    isSet(attributes, attributeName(brand, each));
  const days = (each: typeof autoSuspensionDays | typeof trustUnlockDays): number =>
    Number(attributes[attributeName(brand, each)] ?? 0);
  return {
    afterDays: is(billing) && is(autoSuspension) ? days(autoSuspensionDays) : null,
    trustDays: is(trustUnlock) ? days(trustUnlockDays) : 0,
  };
}
