import type { Random } from '@rastro/simulator';
import type { ExtensionStorage, ProviderEvent, Storage } from '@rastro/storage';
import type { Tracker } from '@rastro/tracker';
import type { VirtualBroker } from './virtual-bus.ts';
import type { VirtualHost } from './virtual-host.ts';

/** A bug: what it changes of the server, from outside. */
export interface Plant {
  /** Around the store. */
  readonly wrap: (storage: Storage) => Storage;
  /** Around the store of the extension. */
  readonly wrapExtension: (storage: ExtensionStorage) => ExtensionStorage;
  /** Its queues have no bound. */
  readonly isBoundless: boolean;
  /** In a server that has started. */
  readonly spoil: (tracker: Pick<Tracker, 'directory'>) => void;
}
export interface PlantDeps {
  readonly host: VirtualHost;
  readonly broker: VirtualBroker;
  readonly random: Random;
}

const NONE: Plant = {
  wrap: (storage) => storage,
  wrapExtension: (storage) => storage,
  isBoundless: false,
  spoil: () => {},
};
type Batch = Parameters<Storage['commit']>[0];
const around = (change: (storage: Storage) => Partial<Storage>): Plant => ({
  ...NONE,
  wrap: (storage) => ({ ...storage, ...change(storage) }),
});
const aroundExtension = (change: (storage: ExtensionStorage) => Partial<ExtensionStorage>): Plant => ({
  ...NONE,
  wrapExtension: (storage) => ({ ...storage, ...change(storage) }),
});
/** Changes each batch on its way. */
const rewriting = (change: (batch: Batch) => Batch): Plant =>
  around((storage) => ({ commit: (batch) => storage.commit(change(batch)) }));

async function payAgain(storage: ExtensionStorage, { provider, body }: ProviderEvent): Promise<void> {
  const { event, payment } = JSON.parse(body) as { readonly event: string; readonly payment: { id: string } };
  const invoice = await storage.invoiceByCharge(provider, payment.id);
  if (!invoice || event !== 'PAYMENT_RECEIVED') return;
  const { id, version: replaces, status, value } = invoice;
  const entry = { kind: 'paid', from: status, to: status, amount: -value, provider } as const;
  const author = { userId: 0, eventId: null, reason: null };
  await storage.changeInvoice({ id, replaces, set: {}, entry: { ...entry, ...author }, at: 0 });
}

/** Bugs by name; each breaks a rule that the simulation watches. */
const PLANTS = {
  /** A device gets its acknowledgement while the commit is still on its way. */
  'early-acknowledgement': () =>
    around((storage) => ({
      commit: (batch) => {
        storage.commit(batch).catch(() => {});
        return Promise.resolve({ known: [], commandIds: (batch.commands ?? []).map(() => null) });
      },
    })),
  /** The state of devices is stored in a transaction after that of their records. */
  'state-apart': ({ host }) =>
    around((storage) => ({
      commit: async (batch) => {
        const { states, sequence: _, ...rest } = batch;
        const outcome = await storage.commit({ ...batch, states: [] });
        host.setTimeout(() => {
          const nothing = { ...rest, positions: [], events: [], commands: [], late: [], passedOver: [] };
          storage.commit({ ...nothing, states }).catch(() => {});
        }, 1000);
        return outcome;
      },
    })),
  /** A transaction is not one: records are stored, and their events in a second one. */
  'events-apart': ({ host }) =>
    around((storage) => ({
      commit: async (batch) => {
        const outcome = await storage.commit({ ...batch, events: [] });
        host.setTimeout(() => {
          const { sequence: _, ...rest } = batch;
          const nothing = { ...rest, positions: [], states: [], commands: [], late: [], passedOver: [] };
          storage.commit({ ...nothing, events: batch.events }).catch(() => {});
        }, 100);
        return outcome;
      },
    })),
  /** One timer in two thousand never fires. */
  'lost-timer': ({ host, random }) => {
    host.losesTimer = () => random.chance(1 / 2000);
    return NONE;
  },
  /** A right that was taken away counts for another half a minute. */
  'cached-right': ({ host }) => ({
    ...NONE,
    spoil: ({ directory: { links } }) => {
      const change = links.change.bind(links);
      links.change = async (add, remove) => {
        await change(add, []);
        if (remove.length > 0) host.setTimeout(() => void change([], remove).catch(() => {}), 30_000);
      };
    },
  }),
  /** At a start the memory of the event rules is gone. */
  'forgotten-memory': () =>
    around((storage) => ({
      deviceStates: async (partitions) =>
        (await storage.deviceStates(partitions)).map((state) => ({ ...state, memory: '{}' })),
    })),
  /** A command that was being sent when the server died is sent again. */
  'command-again': () =>
    around((storage) => ({
      openCommands: async (since) =>
        (await storage.openCommands(since)).map((command) =>
          command.status === 'sending' ? { ...command, status: 'queued' } : command,
        ),
    })),
  /** Late records are not flagged: derived history does not learn of them. */
  'late-unflagged': () => rewriting((batch) => ({ ...batch, late: [] })),
  /** The identity of a record has a part that changes each time. */
  'changing-identity': () =>
    rewriting((batch) => ({
      ...batch,
      positions: batch.positions.map((position) => ({ ...position, contentKey: position.id })),
    })),
  /** A batch behind one that failed is stored all the same. */
  'gap-in-order': () => rewriting(({ sequence: _, ...batch }) => batch),
  /** Changes of derived history by a late record are worked out and not stored. */
  'stale-history': () =>
    around((storage) => ({
      applyTrips: (changes) =>
        storage.applyTrips(
          changes.map((change) =>
            change.replaces?.upTo
              ? { ...change, replaces: null, pieces: [], replacesDays: null, days: [], driverDays: [] }
              : change,
          ),
        ),
    })),
  /** The queue in front of the disk has no bound. */
  'boundless-queue': () => ({ ...NONE, isBoundless: true }),
  /** Between roles that run apart one message in two hundred gets lost. */
  'lost-message': ({ broker, random }) => {
    broker.losesMessage = () => random.chance(1 / 200);
    return NONE;
  },
  /** A message of the payment provider that comes again books its payment again. */
  'double-webhook': () =>
    aroundExtension((storage) => ({
      insertProviderEvent: async (event) => {
        const isNew = await storage.insertProviderEvent(event);
        if (!isNew) await payAgain(storage, event);
        return isNew;
      },
    })),
  /** The months that are billed become durable before their invoices. */
  'cursor-apart': ({ host }) =>
    aroundExtension((storage) => ({
      issueInvoices: async (issue) => {
        await storage.issueInvoices({ ...issue, invoices: [] });
        await new Promise<void>((resolve) => void host.setTimeout(resolve, 5000));
        const { done: _, ...rest } = issue;
        return storage.issueInvoices(rest);
      },
    })),
} satisfies Record<string, (deps: PlantDeps) => Plant>;

export type PlantName = keyof typeof PLANTS;
export const PLANT_NAMES = Object.keys(PLANTS) as readonly PlantName[];

/** @param name Absent = no bug. */
export const plantOf = (name: PlantName | undefined, deps: PlantDeps): Plant =>
  name === undefined ? NONE : PLANTS[name](deps);
