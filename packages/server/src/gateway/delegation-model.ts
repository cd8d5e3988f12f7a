/** What a walk of acts should have made of everybody; a second opinion, which knows nothing of the product's code. */
export const FLAGS = ['readonly', 'deviceReadonly', 'limitCommands', 'disableReports'] as const;
export type Flag = (typeof FLAGS)[number];
export interface Held {
  readonly flags: ReadonlySet<Flag>;
  /** Milliseconds since 1970; Infinity = none. */
  readonly end: number;
  readonly disabled: boolean;
}
export interface Person {
  readonly id: number;
  kind: 'administrator' | 'manager' | 'user' | 'guest';
  /** Who answers for him; null = nobody. */
  giver: number | null;
  own: Held;
  /** What he was linked to. */
  readonly devices: Set<number>;
}

export class DelegationModel {
  readonly people = new Map<number, Person>();
  readonly now = Date.now();

  get(id: number): Person {
    const person = this.people.get(id);
    if (!person) throw new Error(`nobody ${id}`);
    return person;
  }
  /** What somebody holds, with all that binds those above him. */
  held(id: number): Held {
    const { own, giver, kind } = this.get(id);
    const above = giver === null ? null : this.people.get(giver);
    if (kind === 'administrator' || !above) return own;
    const bound = this.held(above.id);
    const isFree = above.kind === 'administrator' && kind !== 'guest';
    if (isFree) return own;
    const flags = kind === 'guest' ? own.flags : own.flags.union(bound.flags);
    return { flags, end: Math.min(own.end, bound.end), disabled: own.disabled || bound.disabled };
  }
  isActive(id: number): boolean {
    if (!this.people.has(id)) return false;
    const { end, disabled } = this.held(id);
    return !disabled && end > this.now;
  }
  /** A guest sees what his giver sees of it. */
  sees(id: number): ReadonlySet<number> {
    const { kind, giver, devices } = this.get(id);
    return kind === 'guest' ? devices.intersection(this.sees(giver ?? 0)) : devices;
  }
  /** Has the first everything that the second has? */
  holdsAllOf(id: number, other: number): boolean {
    if (this.get(id).kind === 'administrator') return true;
    if (this.get(other).kind === 'administrator') return false;
    const [mine, theirs] = [this.held(id), this.held(other)];
    return mine.flags.isSubsetOf(theirs.flags) && theirs.end <= mine.end;
  }
  isManagedBy(id: number, manager: number): boolean {
    return this.get(manager).kind === 'administrator' || this.get(id).giver === manager;
  }
  /** His shares end; whom he made stays bound by what bound him, and answers to who is above. */
  remove(id: number): void {
    const held = this.held(id);
    for (const person of this.people.values()) {
      if (person.giver !== id) continue;
      if (person.kind === 'guest') this.people.delete(person.id);
      const { own } = person;
      person.own = { ...own, flags: own.flags.union(held.flags), end: Math.min(own.end, held.end) };
      person.giver = this.get(id).giver;
    }
    this.people.delete(id);
  }
  /** Shares do not come back: whatever is not alive now, is over. */
  endShares(): void {
    for (const { id, kind } of this.people.values()) {
      if (kind === 'guest' && (!this.isActive(id) || this.sees(id).size === 0)) this.people.delete(id);
    }
  }
}
