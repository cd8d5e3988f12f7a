import { attributeName, isSet, USER_ATTRIBUTES } from '@rastro/fleet';
import type { Person } from './people-source.ts';

/** Who issues the invoices of people that no reseller is above. */
export const INSTALLATION = 0;

/** Who bills whom: from managers and the reseller flag of people. */
export class ResellerTree {
  readonly #people: ReadonlyMap<number, Person>;
  readonly #below = new Map<number, number[]>();
  readonly #brand: string;

  constructor(people: readonly Person[], brand: string) {
    this.#brand = brand;
    this.#people = new Map(people.map((person) => [person.id, person]));
    for (const { id, managers } of people)
      for (const manager of managers) this.#below.set(manager, [...(this.#below.get(manager) ?? []), id]);
  }

  person(id: number): Person | null {
    return this.#people.get(id) ?? null;
  }
  isReseller(id: number): boolean {
    const attributes = this.#people.get(id)?.attributes ?? {};
    return [USER_ATTRIBUTES.reseller, USER_ATTRIBUTES.subReseller].some((each) =>
      isSet(attributes, attributeName(this.#brand, each)),
    );
  }
  /** Whom somebody looks after himself; of 0 those whom nobody but administrators looks after. */
  under(id: number): readonly Person[] {
    if (id !== INSTALLATION) return (this.#below.get(id) ?? []).flatMap((each) => this.person(each) ?? []);
    const isAbove = (each: number): boolean => this.person(each)?.account.administrator === false;
    return [...this.#people.values()].filter(
      ({ account, managers }) => !account.administrator && !managers.some(isAbove),
    );
  }
  /** The nearest reseller above somebody; of several equally near the one who was there first. */
  issuerOf(userId: number): number {
    const seen = new Set([userId]);
    let near: readonly number[] = this.#people.get(userId)?.managers ?? [];
    while (near.length > 0) {
      const fresh = near.filter((id) => !seen.has(id)).toSorted((a, b) => a - b);
      const found = fresh.find((id) => this.isReseller(id));
      if (found !== undefined) return found;
      for (const id of fresh) seen.add(id);
      near = fresh.flatMap((id) => this.#people.get(id)?.managers ?? []);
    }
    return INSTALLATION;
  }
  /** Everybody below somebody, at any depth, without himself. */
  below(userId: number): ReadonlySet<number> {
    const found = new Set<number>();
    const open = [userId];
    for (let id = open.pop(); id !== undefined; id = open.pop())
      for (const next of this.#below.get(id) ?? []) {
        if (found.has(next) || next === userId) continue;
        found.add(next);
        open.push(next);
      }
    return found;
  }
  /** Whose invoices a reseller sees: his own, and those of resellers below him. */
  issuersOf(userId: number): readonly number[] {
    return [userId, ...[...this.below(userId)].filter((id) => this.isReseller(id))];
  }
}
