import { attributeName, isSet, USER_ATTRIBUTES, type Attributes } from '@rastro/fleet';
import {
  readCivilDate,
  standingOn,
  trustFrom,
  type CivilDate,
  type Standing,
  type SuspensionTerms,
  type TrustUnlock,
} from '@rastro/fleet/billing';
import { StorageError, type NewAction } from '@rastro/storage';
import { z } from 'zod';
import type { BillingRoom } from './billing-room.ts';

/** Why somebody may not come in. */
export interface Suspension {
  /** Who has not paid: himself, or somebody above him. */
  readonly customerId: number;
  readonly standing: Standing;
}
interface Person {
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
const keptTrust = z.object({ takenOn: day, until: day });

/**
 * Who is suspended now, in memory: every call asks. Each process looks itself, again and again and after each change of
 * an invoice; where the tracking server cannot be asked, what was known stays.
 */
export class Suspensions {
  readonly #room: BillingRoom;
  #known: ReadonlyMap<number, Suspension> = new Map();
  #looking: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  readonly #wakes = new Set<(fresh: readonly number[]) => void>();

  constructor(room: BillingRoom) {
    this.#room = room;
  }

  /** @returns null = he may come in. */
  of(userId: number): Suspension | null {
    return this.#known.get(userId) ?? null;
  }

  /** @param wake Told of whoever was not suspended a moment ago. */
  watch(wake: (fresh: readonly number[]) => void): void {
    this.#wakes.add(wake);
  }

  /** Looks after whatever is under way; serves all who ask meanwhile. */
  look(): Promise<void> {
    if (this.#next) return this.#next;
    const next = this.#looking.then(() => {
      this.#next = null;
      return this.#lookNow();
    });
    this.#next = next;
    this.#looking = next.catch(() => {}); // Whoever asked is told.
    return next;
  }

  /** Lifts the account of somebody who may be trusted, once. @returns false = he may not. */
  async takeTrust({ userId, address }: Person): Promise<boolean> {
    await this.look();
    const found = this.of(userId);
    if (found?.customerId !== userId || !found.standing.trustAvailable) return false;
    const { storage, audit, today, tree, brand, clock } = this.#room;
    const { trustDays } = suspensionTerms((await tree()).person(userId)?.attributes ?? {}, brand);
    const body: TrustUnlock = trustFrom(await today(), trustDays);
    const key = String(userId);
    const kept = await storage.document(KIND, key);
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
      const put = [{ kind: KIND, key, body, replaces: kept?.version ?? 0 }];
      await storage.commit({ put, actions: audit ? [] : [action] });
    } catch (error) {
      // Taken by the same person at the same moment: it holds for both.
      if (error instanceof StorageError && error.code === 'CONFLICT') return false;
      throw error;
    }
    await audit?.appendActions([action]);
    await this.look();
    return true;
  }

  async #lookNow(): Promise<void> {
    const before = this.#known;
    this.#known = await suspended(this.#room);
    const fresh = [...this.#known.keys()].filter((id) => !before.has(id));
    if (fresh.length > 0) for (const wake of this.#wakes) wake(fresh);
  }
}

async function suspended(room: BillingRoom): Promise<ReadonlyMap<number, Suspension>> {
  const { storage, brand } = room;
  const found = new Map<number, Suspension>();
  if (!room.source || !(await room.installation()).isOn) return found;
  const overdue = await storage.overdueCustomers(null);
  if (overdue.length === 0) return found;
  const [tree, today, trusts] = await Promise.all([room.tree(), room.today(), trustsIn(room)]);
  for (const { customerId, oldestDue } of overdue) {
    const { attributes = {} } = tree.person(customerId) ?? {};
    const terms = suspensionTerms(attributes, brand);
    const standing = standingOn(today, oldestDue, terms, trusts.get(customerId) ?? null);
    if (!standing.isSuspended) continue;
    for (const id of tree.below(customerId)) {
      // Their guests ask by them.
      const isAdministrator = tree.person(id)?.account.administrator === true;
      if (!isAdministrator && !found.has(id)) found.set(id, { customerId, standing });
    }
    // His own debt before that of somebody above him: he can pay it.
    found.set(customerId, { customerId, standing });
  }
  return found;
}

async function trustsIn({ storage }: BillingRoom): Promise<ReadonlyMap<number, TrustUnlock>> {
  const found = new Map<number, TrustUnlock>();
  for await (const page of storage.documents({ kind: KIND, prefix: '', pageSize: PAGE }))
    for (const { key, body } of page) found.set(Number(key), keptTrust.parse(body));
  return found;
}

/** What was agreed with somebody, out of his account; without billing nothing is. @source SPEC §3 "Billing fields" */
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
