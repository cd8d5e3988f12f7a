import type { Right } from '@rastro/fleet';

/**
 * Expected state of all accounts after a walk of actions; a second opinion, which knows nothing of the product's code.
 */
export const FLAGS = ['readonly', 'deviceReadonly', 'limitCommands', 'disableReports'] as const;
export type Flag = (typeof FLAGS)[number];
export interface Held {
  readonly flags: ReadonlySet<Flag>;
  /** Milliseconds since 1970; Infinity = none. */
  readonly end: number;
  readonly disabled: boolean;
  /** Infinity = none. */
  readonly userLimit: number;
  readonly deviceLimit: number;
  /** Advanced permissions, whether they are in force or not. */
  readonly rights: ReadonlySet<Right>;
}
export interface ModelUser {
  readonly id: number;
  kind: 'administrator' | 'manager' | 'user' | 'guest';
  /** Account that is responsible for this one; null = none. */
  giver: number | null;
  own: Held;
  /** Linked devices; of a guest, the shared ones. */
  readonly devices: Set<number>;
  readonly groups: Set<number>;
  readonly commands: Set<number>;
  readonly rules: Set<number>;
}
export interface Links {
  readonly devices?: readonly number[];
  readonly groups?: readonly number[];
}
export const modelUser = (
  who: Pick<ModelUser, 'id' | 'kind' | 'giver' | 'own'>,
  { devices = [], groups = [] }: Links = {},
): ModelUser => ({
  ...who,
  devices: new Set(devices),
  groups: new Set(groups),
  commands: new Set(),
  rules: new Set(),
});

export class DelegationModel {
  readonly users = new Map<number, ModelUser>();
  /** Group above; 0 = none. */
  readonly groups = new Map<number, number>();
  /** Group of each device; 0 = none. */
  readonly devices = new Map<number, number>();
  /** The right that each saved command needs, and the command of each rule. */
  readonly commands = new Map<number, Right>();
  readonly rules = new Map<number, number>();
  readonly now = Date.now();
  readonly #rulesOfGroup = new Map<number, Set<number>>();
  readonly #isAdvanced: boolean;

  /** @param isAdvanced Are advanced permissions in force? */
  constructor(isAdvanced: boolean) {
    this.#isAdvanced = isAdvanced;
  }

  get(id: number): ModelUser {
    const found = this.users.get(id);
    if (!found) throw new Error(`nobody ${id}`);
    return found;
  }
  /** Limits and rights of an account, bounded by all accounts above. */
  held(id: number): Held {
    const { own, giver, kind } = this.get(id);
    const above = giver === null ? null : this.users.get(giver);
    if (kind === 'administrator' || !above) return own;
    const bound = this.held(above.id);
    if (above.kind === 'administrator' && kind !== 'guest') return own;
    const end = Math.min(own.end, bound.end);
    const disabled = own.disabled || bound.disabled;
    return kind === 'guest' ? { ...own, end, disabled } : { ...bothOf(own, bound), end, disabled };
  }
  isActive(id: number): boolean {
    if (!this.users.has(id)) return false;
    const { kind, giver } = this.get(id);
    if (kind === 'guest' && !this.has(giver ?? 0, 'share.create')) return false;
    const { end, disabled } = this.held(id);
    return !disabled && end > this.now;
  }
  /** Whether an account has an advanced permission, where these count. */
  has(id: number, right: Right): boolean {
    return !this.#isAdvanced || this.get(id).kind === 'administrator' || this.held(id).rights.has(right);
  }
  /** Read-only users send nothing, unless they have the right by name. */
  hasRightTo(id: number, commandId: number): boolean {
    const { kind } = this.get(id);
    if (kind === 'administrator') return true;
    const right = this.commands.get(commandId);
    if (kind === 'guest' || right === undefined || !this.has(id, right)) return false;
    const { flags } = this.held(id);
    return this.#isAdvanced || !(flags.has('readonly') || flags.has('deviceReadonly'));
  }
  /** Something put under a group is also under the rules of all groups above. */
  rulesOver(groupId = 0): ReadonlySet<number> {
    if (groupId === 0) return new Set();
    const own = this.#rulesOfGroup.get(groupId) ?? new Set();
    return own.union(this.rulesOver(this.groups.get(groupId)));
  }
  linkRule(groupId: number, ruleId: number): void {
    const own = this.#rulesOfGroup.get(groupId) ?? new Set();
    this.#rulesOfGroup.set(groupId, own.add(ruleId));
  }

  /** Linked groups and all below them; a guest sees the part of the shared ones that the giver sees. */
  seesGroups(id: number): ReadonlySet<number> {
    const { kind, giver, groups } = this.get(id);
    const isSeen = (group: number): boolean =>
      groups.has(group) || (group !== 0 && isSeen(this.groups.get(group) ?? 0));
    const seen = new Set([...this.groups.keys()].filter(isSeen));
    return kind === 'guest' ? seen.intersection(this.seesGroups(giver ?? 0)) : seen;
  }
  sees(id: number): ReadonlySet<number> {
    const { kind, giver, devices } = this.get(id);
    const groups = this.seesGroups(id);
    const inGroups = [...this.devices].filter(([, group]) => groups.has(group)).map(([device]) => device);
    const seen = devices.union(new Set(inGroups));
    return kind === 'guest' ? seen.intersection(this.sees(giver ?? 0)) : seen;
  }
  /** Accounts whose limits a new account or device counts toward: the user and all above. */
  chain(id: number): readonly number[] {
    const { giver } = this.get(id);
    return giver === null ? [id] : [id, ...this.chain(giver)];
  }
  below(id: number): readonly ModelUser[] {
    const own = [...this.users.values()].filter(({ giver, kind }) => giver === id && kind !== 'guest');
    return own.flatMap((each) => [each, ...this.below(each.id)]);
  }
  /** Devices of a user and of all below. */
  allDevices(id: number): ReadonlySet<number> {
    return [...this.below(id)].reduce((all, each) => all.union(this.sees(each.id)), this.sees(id));
  }

  /** Has the first everything that the second has? */
  holdsAllOf(id: number, other: number): boolean {
    if (this.get(id).kind === 'administrator') return true;
    if (this.get(other).kind === 'administrator') return false;
    const [mine, theirs] = [this.held(id), this.held(other)];
    return (
      mine.flags.isSubsetOf(theirs.flags) &&
      theirs.end <= mine.end &&
      theirs.userLimit <= mine.userLimit &&
      theirs.deviceLimit <= mine.deviceLimit &&
      theirs.rights.isSubsetOf(mine.rights)
    );
  }
  isManagedBy(id: number, manager: number): boolean {
    return this.get(manager).kind === 'administrator' || this.chain(id).slice(1).includes(manager);
  }
  /** Ends the user's shares; the accounts they made keep their bounds and pass to the account above. */
  remove(id: number): void {
    const held = this.held(id);
    for (const each of this.users.values()) {
      if (each.giver !== id) continue;
      if (each.kind === 'guest') this.users.delete(each.id);
      const { end, disabled } = each.own;
      each.own = { ...bothOf(each.own, held), end: Math.min(end, held.end), disabled };
      each.giver = this.get(id).giver;
    }
    this.users.delete(id);
  }
  /** Shares do not come back: whatever is not alive now, is over. */
  endShares(): void {
    for (const { id, kind, giver, devices, groups } of this.users.values()) {
      if (kind !== 'guest') continue;
      const isVisible =
        this.isActive(id) &&
        devices.isSubsetOf(this.sees(giver ?? 0)) &&
        groups.isSubsetOf(this.seesGroups(giver ?? 0));
      if (!isVisible) this.users.delete(id);
    }
  }
}

const bothOf = (own: Held, bound: Held): Held => ({
  ...own,
  flags: own.flags.union(bound.flags),
  userLimit: Math.min(own.userLimit, bound.userLimit),
  deviceLimit: Math.min(own.deviceLimit, bound.deviceLimit),
  rights: own.rights.intersection(bound.rights),
});
