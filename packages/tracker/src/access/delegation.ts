import { boundedBy, decide, holdsAllOf, isSet, type LicenceContext } from '@rastro/fleet';
import type { Directory, UserEntity } from '../directory/directory.ts';

/**
 * Current rights of accounts. An account is bounded by its maker, who is bounded in turn: what one of them loses, all
 * below lose, and get back with it. See docs/decisions/delegation.md.
 */
export class Delegation {
  readonly #directory: Directory;
  readonly #plus: boolean;
  readonly #below = new Map<number, Set<number>>();

  /** @param plus Is this the paid tier? Only there do advanced permissions count. */
  constructor(directory: Directory, plus: boolean) {
    this.#directory = directory;
    this.#plus = plus;
    for (const user of directory.users.inOrder()) this.#add(user);
    directory.users.watch(({ before, after }) => {
      if (before) this.#below.get(before.giverId ?? 0)?.delete(before.id);
      if (after) this.#add(after);
    });
  }

  /** Bounds a user by all above; a guest also needs a giver who exists and may still share. */
  effective(user: UserEntity): UserEntity {
    const giver = this.giverOf(user);
    if (user.share) return this.#guest(user, giver);
    return giver ? boundedBy(user, this.effective(giver), this.#directory.brand) : user;
  }
  /** Account that is responsible for another; null = the installation alone. */
  giverOf({ giverId = 0 }: UserEntity): UserEntity | null {
    return this.#directory.users.get(giverId) ?? null;
  }
  /** An account and those that answer for it, nearest first. */
  *chainOf(user: UserEntity): Generator<UserEntity> {
    for (let each: UserEntity | null = user; each; each = this.giverOf(each)) yield each;
  }
  /** Accounts and guests that a user is directly responsible for. */
  givenBy(userId: number): readonly UserEntity[] {
    return [...(this.#below.get(userId) ?? [])].flatMap((id) => this.#directory.users.get(id) ?? []);
  }
  /** Accounts that a user is responsible for, at any depth; no guests. */
  accountsBelow(userId: number): ReadonlySet<number> {
    const found = new Set<number>();
    const open = [userId];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      for (const user of this.givenBy(id)) {
        if (user.share || found.has(user.id)) continue;
        found.add(user.id);
        open.push(user.id);
      }
    }
    return found;
  }
  /** Is there a way down from one account to the other, from manager to managed? */
  managesAtAnyDepth(managerId: number, userId: number): boolean {
    // Upwards: few look after one account, and one may look after thousands.
    return this.managersOf(userId).has(managerId);
  }
  /** Managers of a user, at any depth. */
  managersOf(userId: number): ReadonlySet<number> {
    return this.#linkedWith(userId, (id) => this.#directory.links.ownersOf('managedUser', id, 'user'));
  }
  /** Users that a user manages, at any depth. */
  managedBelow(managerId: number): ReadonlySet<number> {
    return this.#linkedWith(managerId, (id) => this.#directory.links.of('user', id, 'managedUser'));
  }
  /** Whether a user gains nothing by acting as another. */
  holdsAllOf(holder: UserEntity, other: UserEntity): boolean {
    return holdsAllOf(this.effective(holder), this.effective(other), this.#directory.brand);
  }
  /** Properties of the installation that decisions about rights need. */
  get context(): LicenceContext {
    const { brand, server } = this.#directory;
    return { brand, plus: this.#plus, serverAttributes: server.attributes };
  }

  #linkedWith(userId: number, nextOf: (id: number) => ReadonlySet<number>): ReadonlySet<number> {
    const found = new Set<number>();
    const open = [userId];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      for (const next of nextOf(id)) {
        if (found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    }
    // Nobody manages themselves, whatever the circle.
    found.delete(userId);
    return found;
  }
  #guest(guest: UserEntity, giver: UserEntity | null): UserEntity {
    const now = giver && this.effective(giver);
    const mayShare =
      now !== null &&
      !now.disabled &&
      this.#mayMake(guest.share?.madeBy?.id ?? 0, now) &&
      !isSet(this.context.serverAttributes, 'disableShare') &&
      decide(now, 'share.create', this.context).allowed;
    if (!mayShare) return { ...guest, disabled: true };
    const ends = [guest.expirationTime, now.expirationTime].filter((end) => end !== null);
    const expirationTime = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
    return { ...guest, expirationTime };
  }
  /** Whether the maker of a share still manages its giver: it ends when the giver goes to another reseller. */
  #mayMake(makerId: number, giver: UserEntity): boolean {
    if (makerId === 0 || makerId === giver.id) return true;
    const maker = this.#directory.users.get(makerId);
    if (!maker || this.effective(maker).disabled) return false;
    return maker.administrator || this.managesAtAnyDepth(makerId, giver.id);
  }
  #add(user: UserEntity): void {
    if (user.giverId === undefined) return;
    const below = this.#below.get(user.giverId);
    if (below) below.add(user.id);
    else this.#below.set(user.giverId, new Set([user.id]));
  }
}
