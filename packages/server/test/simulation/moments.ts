import type { Random } from '@rastro/simulator';

/** Moments at which little is done and much half done; each is as likely to be chosen as all other writes. */
const DELICATE = ['commit', 'command', 'invoices', 'links', 'message'] as const;
type Delicate = (typeof DELICATE)[number];

const OF_METHODS: Readonly<Record<string, Delicate>> = {
  commit: 'commit',
  insertCommands: 'command',
  updateCommand: 'command',
  claimCommand: 'command',
  issueInvoices: 'invoices',
  changeLinks: 'links',
};

interface Awaited {
  readonly kind: string;
  /** Moments of this kind that pass before: steps come in rows. */
  left: number;
  readonly work: () => void;
}
/** Steps of the server at which a fault can do more harm than at others: writes, and messages between processes. */
export class Moments {
  /** Kinds of other writes that there were. */
  readonly #writes = new Set<string>();
  #awaited: Awaited[] = [];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A thread of a database is about to write. */
  write(role: string, method: string): void {
    const delicate = OF_METHODS[method];
    const kind = role === 'extension' && method === 'commit' ? undefined : delicate;
    if (kind === undefined) this.#writes.add(`${role} ${method}`);
    this.#come(kind ?? `${role} ${method}`);
  }
  /** A process sends a message to another one. */
  message(): void {
    this.#come('message');
  }
  /** A command arrives at its device. */
  command(): void {
    this.#come('command');
  }

  /** Does something at one of the next moments of one kind. */
  soon(work: () => void): void {
    const kind = this.#any(DELICATE.length + 1, (at) => DELICATE[at] ?? this.#anyWrite());
    let left = 0;
    while (this.#random.chance(0.5)) left++;
    this.#awaited.push({ kind, left, work });
  }
  forget(): void {
    this.#awaited = [];
  }

  #anyWrite(): string {
    const writes = [...this.#writes];
    return this.#any(writes.length, (at) => writes[at] ?? '');
  }
  #any<T>(count: number, at: (index: number) => T): T {
    return at(Math.floor(this.#random.next() * count));
  }
  #come(kind: string): void {
    if (this.#awaited.length === 0) return;
    for (const each of this.#awaited) if (each.kind === kind && each.left-- === 0) each.work();
    this.#awaited = this.#awaited.filter(({ left }) => left >= 0);
  }
}
