import { attributeName, isSet, USER_ATTRIBUTES } from '@rastro/fleet';
import type { SourceUser } from './user-source.ts';

/** Issuer of invoices for users without a reseller above them. */
export const INSTALLATION = 0;

/** Tree of who bills whom: from managers and the reseller flag of users. */
export class ResellerTree {
  readonly #users: ReadonlyMap<number, SourceUser>;
  readonly #below = new Map<number, number[]>();
  readonly #brand: string;

  constructor(users: readonly SourceUser[], brand: string) {
    this.#brand = brand;
    this.#users = new Map(users.map((sourceUser) => [sourceUser.id, sourceUser]));
    for (const { id, managers } of users)
      for (const manager of managers) this.#below.set(manager, [...(this.#below.get(manager) ?? []), id]);
  }

  user(id: number): SourceUser | null {
    return this.#users.get(id) ?? null;
  }
  isReseller(id: number): boolean {
    const attributes = this.#users.get(id)?.attributes ?? {};
    return [USER_ATTRIBUTES.reseller, USER_ATTRIBUTES.subReseller].some((each) =>
      isSet(attributes, attributeName(this.#brand, each)),
    );
  }
  /** Users whom a user manages directly; for 0, those whom only administrators manage. */
  under(id: number): readonly SourceUser[] {
    if (id !== INSTALLATION) return (this.#below.get(id) ?? []).flatMap((each) => this.user(each) ?? []);
    const isAbove = (each: number): boolean => this.user(each)?.account.administrator === false;
    return [...this.#users.values()].filter(
      ({ account, managers }) => !account.administrator && !managers.some(isAbove),
    );
  }
  /**
   * Account of the company that a user works for: the highest above that is no reseller and no administrator, or the user.
   */
  companyOf(userId: number): number {
    let company = userId;
    for (const seen = new Set<number>(); !seen.has(company);) {
      seen.add(company);
      const above = (this.#users.get(company)?.managers ?? []).filter((id) => this.#isInCompany(id));
      company = above.toSorted((a, b) => a - b).find((id) => !seen.has(id)) ?? company;
    }
    return company;
  }
  #isInCompany(id: number): boolean {
    return this.user(id)?.account.administrator === false && !this.isReseller(id);
  }
  /** The nearest reseller above a user; of several equally near, the oldest account. */
  issuerOf(userId: number): number {
    return this.#nearest(this.#users.get(userId)?.managers ?? [], userId, (id) => this.isReseller(id));
  }
  /**
   * Owner of the brand that an issuer uses: the issuer, else the nearest above with a brand; administrators have none.
   */
  brandOf(issuerId: number, hasBrand: (id: number) => boolean): number {
    const fits = (id: number): boolean => this.user(id)?.account.administrator === false && hasBrand(id);
    return this.#nearest([issuerId], null, fits);
  }
  #nearest(from: readonly number[], without: number | null, fits: (id: number) => boolean): number {
    const seen = new Set(without === null ? [] : [without]);
    let near = from;
    while (near.length > 0) {
      const fresh = near.filter((id) => !seen.has(id)).toSorted((a, b) => a - b);
      const found = fresh.find(fits);
      if (found !== undefined) return found;
      for (const id of fresh) seen.add(id);
      near = fresh.flatMap((id) => this.#users.get(id)?.managers ?? []);
    }
    return INSTALLATION;
  }
  /** Owners who may have customers: the installation and every reseller. */
  owners(): readonly number[] {
    return [INSTALLATION, ...[...this.#users.keys()].filter((id) => this.isReseller(id))];
  }
  /** All accounts below a user, at any depth, without the user. */
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
  /** Issuers whose invoices a reseller sees: the reseller, and resellers below. */
  issuersOf(userId: number): readonly number[] {
    return [userId, ...[...this.below(userId)].filter((id) => this.isReseller(id))];
  }
}
