import { isOpen, type CivilDate } from '@rastro/fleet/billing';
import {
  StorageError,
  type ExtensionDocument,
  type NewInvoice,
  type ProviderEvent,
  type StoredInvoice,
  type StoredLedgerEntry,
} from '@rastro/storage';
import type { CollectDeps } from '../../src/billing/collect/collect-deps.ts';

/** The store as collecting sees it, in memory: a thousand runs are quick. The real one keeps the same promises. */
export type MemoryStore = CollectDeps['storage'] & {
  issue(invoice: NewInvoice): number;
  readonly all: ReadonlyMap<number, StoredInvoice>;
  /** Sum of all lines of the ledger. */
  uncharged(): number;
  /** Throws in the middle of things, before or after a write is done, like a process that dies. */
  dies: () => 'before' | 'after' | null;
};

export class DiedError extends Error {}

export function memoryStore(): MemoryStore {
  const all = new Map<number, StoredInvoice>();
  const ledger = new Map<number, StoredLedgerEntry[]>();
  const documents = new Map<string, ExtensionDocument>();
  const events = new Map<string, ProviderEvent & { isOpen: boolean }>();
  const write = <T>(work: () => T): T => {
    const death = store.dies();
    if (death === 'before') throw new DiedError();
    const done = work();
    if (death === 'after') throw new DiedError();
    return done;
  };
  const append = (
    id: number,
    at: number,
    entry: Omit<StoredLedgerEntry, 'id' | 'invoiceId' | 'at'>,
  ): void => {
    const lines = ledger.get(id) ?? [];
    lines.push({ ...entry, id: lines.length + 1, invoiceId: id, at });
    ledger.set(id, lines);
  };
  const store: MemoryStore = {
    all,
    dies: () => null,
    uncharged: () => [...ledger.values()].flat().reduce((sum, { amount }) => sum + amount, 0),
    issue: ({ lines: _lines, customerKey: _key, ...invoice }) => {
      const id = all.size + 1;
      const made = { ...invoice, id, version: 1, charge: null, paidDate: null, paidValue: null };
      all.set(id, made);
      append(id, 0, {
        kind: 'issued',
        from: null,
        to: made.status,
        amount: made.value,
        userId: 0,
        provider: null,
        eventId: null,
        reason: null,
      });
      return id;
    },
    document: async (kind, key) => documents.get(`${kind}\n${key}`) ?? null,
    documents: async function* ({ kind }) {
      yield [...documents].filter(([key]) => key.startsWith(`${kind}\n`)).map(([, document]) => document);
    },
    commit: async ({ put = [], remove = [] }) =>
      write(() => {
        for (const { kind, key, body } of put) {
          const before = documents.get(`${kind}\n${key}`);
          documents.set(`${kind}\n${key}`, { key, body, version: (before?.version ?? 0) + 1 });
        }
        for (const { kind, key } of remove) documents.delete(`${kind}\n${key}`);
      }),
    invoice: async (id) => all.get(id) ?? null,
    invoices: async ({ statuses }) => ({
      invoices: [...all.values()].filter(({ status }) => statuses?.includes(status) ?? true),
      next: null,
    }),
    invoiceByCharge: async (_provider, id) =>
      [...all.values()].find(({ charge }) => charge?.id === id) ?? null,
    pendingCharges: async (after, limit) =>
      [...all.values()]
        .filter(({ id, status, charge }) => id > after && isOpen(status) && charge === null)
        .slice(0, limit),
    changeInvoice: async ({ id, replaces, set, entry, at }) =>
      write(() => {
        const found = all.get(id);
        if (found?.version !== replaces) throw new StorageError('replace', 'CONFLICT');
        const next = { ...found, ...set, version: found.version + 1 };
        all.set(id, next);
        append(id, at, entry);
        return next;
      }),
    ledgerOf: async (id) => [...(ledger.get(id) ?? [])],
    insertProviderEvent: async (event) => {
      const key = `${event.issuerId} ${event.eventId}`;
      if (events.has(key)) return false;
      events.set(key, { ...event, isOpen: true });
      return true;
    },
    openProviderEvents: async (limit) => [...events.values()].filter((each) => each.isOpen).slice(0, limit),
    endProviderEvent: async ({ issuerId, eventId }) => {
      const event = events.get(`${issuerId} ${eventId}`);
      if (event) event.isOpen = false;
    },
  };
  return store;
}

/** Of 90.00, to be charged by the provider. */
export const chargedInvoice = (dueDate: CivilDate): Partial<NewInvoice> => ({
  dueDate,
  originalDueDate: dueDate,
  status: 'PENDING',
  provider: 'asaas',
});
