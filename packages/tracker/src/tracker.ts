import type { FastifyInstance } from 'fastify';
import { randomToken, type Limits } from '@rastro/base';
import { createInProcessBus } from '@rastro/bus';
import type { Storage } from '@rastro/storage';
import type { Authenticator } from './access/authenticate.ts';
import type { Credentials } from './access/credentials.ts';
import type { ApiRoute } from './api/create-api.ts';
import type { FirstAdministrator } from './access/first-administrator.ts';
import { rememberAddress } from './audit/client-address.ts';
import { Directory } from './directory/directory.ts';
import type { Forwarding } from './forwarding/start-forwarding.ts';
import { IngestCounters } from './ingest/counters.ts';
import type { Upgrade } from './live/accept-sockets.ts';
import { ALWAYS_CERTAIN, type Certainty } from './messages/certainty.ts';
import type {
  CommittedDevice,
  NodeMeasures,
  TrackerBus,
  TrackerPorts,
  TrackerTopics,
} from './messages/topics.ts';
import { createSafeFetch, createSmsGateway } from '@rastro/outgoing';
import { OwnPartitions } from './pipeline/own-partitions.ts';
import type { HistoryCopier } from './pipeline/history-copier.ts';
import type { HistoryImporter } from './pipeline/history-importer.ts';
import type { PushTo } from './notifications/push-to.ts';
import type { ApiOptions } from './roles/api-options.ts';
import { answerMeasures, measureNodes } from './roles/answer-measures.ts';
import { openApi, type ApiRole } from './roles/open-api.ts';
import {
  openIngest,
  type ListenerOptions,
  type IngestOptions,
  type IngestRole,
} from './roles/open-ingest.ts';
import {
  openProcess,
  type ProcessDeps,
  type ProcessOptions,
  type ProcessRole,
} from './roles/open-process.ts';
import { PartitionShare } from './roles/partition-share.ts';
import { roleFigures, type RoleFigures } from './roles/role-figures.ts';

export interface TrackerOptions extends IngestOptions, ProcessOptions, ApiOptions {
  readonly storage: Storage;
  /** Prefix of the product's own attributes. */
  readonly brand: string;
  /** Called when another process works on the same database: this one has to end. */
  readonly onReplaced: () => void;
}

/** The embedded tracking server, as a process that serves users has it. Device ports open with `listen`. */
export interface ServedTracker {
  /** Joins it with the other processes of the installation, if there are any. */
  readonly bus: TrackerBus;
  readonly api: FastifyInstance;
  readonly routes: readonly ApiRoute[];
  readonly upgrade: Upgrade;
  readonly directory: Directory;
  readonly authenticator: Authenticator;
  readonly credentials: Credentials;
  readonly counters: IngestCounters;
  /** Counted together by all processes of the installation. */
  readonly limits: Limits;
  readonly firstAdministrator: FirstAdministrator;
  readonly openSockets: () => number;
  readonly figures: RoleFigures;
  readonly certain: Certainty;
  /** Ids of the devices that a user sees; no hidden ones. */
  readonly visibleDevices: (userId: number) => ReadonlySet<number>;
  /** Counts the devices that users see, and those that no user sees; without hidden ones. */
  readonly assignedDevices: () => { readonly assigned: number; readonly unassigned: number };
  /** Times at which users were last here, ms since 1970; without users who were never seen. */
  readonly lastSeen: () => Promise<ReadonlyMap<number, number>>;
  /** Measures of all processes that listen to devices or work on positions; without those that do not answer. */
  readonly measured: () => Promise<readonly NodeMeasures[]>;
  /** Notifications that are on their way from this process. */
  readonly openDeliveries: () => number;
  /** Rows that may wait for the disk at each process. */
  readonly mostRows: number;
  /** The state of every device. */
  readonly states: () => Iterable<CommittedDevice>;
  /** Ends shares whose time is over; done every minute. */
  endExpiredShares(): Promise<void>;
  /** Mails scheduled reports that are due now; done every quarter of an hour. @returns how many were mailed. */
  mailDueReports(): Promise<number>;
  /** Asks for addresses of ends of new trips and stops; done every five minutes. */
  scoutPlaces(): Promise<void>;
  /** Notifies again of alarms that nobody has acknowledged in time; done every 15 seconds. */
  escalate(): Promise<void>;
  /** Push to a user's browsers. */
  readonly push: PushTo;
  /** For a gateway in front: the address of a request's client, when its connection does not show it. */
  readonly rememberAddress: typeof rememberAddress;
  /** Null = another process works on positions. */
  readonly forwarding: Forwarding | null;
  /** For what devices lived before this server knew them; null = another process works on positions. */
  readonly past: HistoryImporter | null;
  /**
   * Null = another process listens to devices.
   * @returns the port in use. @throws the system's error when the port is taken.
   */
  readonly listen: ((listenerOptions: ListenerOptions) => Promise<number>) | null;
  /** Stops accepting, finishes what is in flight, closes connections. Storage stays open: the caller's. */
  close(): Promise<void>;
}

/** A tracking server of which all roles are in this process. */
export interface Tracker extends ServedTracker {
  readonly forwarding: Forwarding;
  readonly past: HistoryImporter;
  /** For the history of another tracking server, of which this one is a replica. */
  readonly copier: HistoryCopier;
  /** Work under way now; a few additions. */
  readonly waiting: ProcessRole['waiting'];
  readonly listen: (listenerOptions: ListenerOptions) => Promise<number>;
}

/**
 * All roles in one process. They share one replica of the directory and are joined by messages only; each of them
 * works as well in a process of its own (`roles/`).
 */
export async function openTracker(options: TrackerOptions): Promise<Tracker> {
  const { storage, log } = options;
  const bus: TrackerBus = createInProcessBus<TrackerTopics, TrackerPorts>((topic, error) => {
    log.error({ err: error, topic }, 'a subscriber failed');
  });
  const directory = await Directory.load(storage, options.brand);
  const counters = new IngestCounters();
  const { sms: smsOptions, allowPrivateUrls: allowPrivate, timeoutMs } = options.outgoing;
  const sms = createSmsGateway(smsOptions, createSafeFetch({ allowPrivate, timeoutMs }));
  const { process, share } = await openWholeFleet(options, { bus, directory, storage, sms, counters });
  const api = await openApi(options, { bus, directory, storage, states: process.states(), isAlone: true });
  const ingest = openIngest(options, { bus, directory, counters, records: process.records });
  process.watch();
  const stopMeasuring = answerMeasures({ bus, node: 'tracker', counters, ingest, process });
  const close = (): Promise<void> => {
    stopMeasuring();
    return closeRoles({ ingest, process, api, share });
  };
  const figures = roleFigures(
    { counters, records: process.records, stream: null, process, mostRows: options.commit.maxRows, api },
    { partitions: null, messages: null },
  );
  const { forwarding, past, copier } = process;
  return {
    ...servedTracker(
      { options, bus, directory, counters, ingest, process, api, certain: ALWAYS_CERTAIN, figures },
      close,
    ),
    forwarding,
    past,
    copier,
    waiting: () => process.waiting(),
    listen: (listenerOptions) => ingest.listen(listenerOptions),
  };
}

interface Served {
  readonly certain: Certainty;
  readonly figures: RoleFigures;
  readonly options: Pick<TrackerOptions, 'commit'>;
  readonly bus: TrackerBus;
  readonly directory: Directory;
  readonly counters: IngestCounters;
  readonly api: ApiRole;
  /** Null = another process has it. */
  readonly ingest: IngestRole | null;
  readonly process: ProcessRole | null;
}

export function servedTracker(
  { options, bus, directory, counters, ingest, process, api, certain, figures }: Served,
  close: () => Promise<void>,
): ServedTracker {
  return {
    bus,
    api: api.app,
    routes: api.routes,
    upgrade: api.upgrade,
    directory,
    authenticator: api.authenticator,
    credentials: api.credentials,
    counters,
    limits: api.limits,
    firstAdministrator: api.firstAdministrator,
    openSockets: api.openSockets,
    figures,
    certain,
    visibleDevices: api.visibleDevices,
    assignedDevices: api.assignedDevices,
    lastSeen: api.lastSeen,
    measured: () => measureNodes(bus),
    openDeliveries: api.openDeliveries,
    mostRows: options.commit.maxRows,
    states: api.states,
    endExpiredShares: () => api.endExpiredShares(),
    mailDueReports: () => api.mailDueReports(),
    scoutPlaces: () => api.scoutPlaces(),
    escalate: () => api.escalate(),
    push: api.push,
    rememberAddress,
    forwarding: process?.forwarding ?? null,
    past: process?.past ?? null,
    listen: ingest ? (listenerOptions) => ingest.listen(listenerOptions) : null,
    close,
  };
}

/** All devices are of this process. On a database that others can open, it makes sure that it is the only one. */
async function openWholeFleet(
  options: TrackerOptions,
  deps: ProcessDeps & Pick<TrackerOptions, 'storage'>,
): Promise<{ readonly process: ProcessRole; readonly share: PartitionShare | null }> {
  const { log } = options;
  const { partitions } = deps.storage;
  if (!partitions) return { process: await openProcess(options, deps), share: null };
  let share: PartitionShare | null = null;
  const own = OwnPartitions.none();
  const worker = await openProcess(options, { ...deps, own, onGivenUp: (lost) => share?.doubt(lost) });
  const onReplaced = options.onReplaced;
  share = new PartitionShare({ partitions, node: randomToken(12), worker, onReplaced, log });
  try {
    await share.openAlone();
  } catch (error) {
    await worker.close();
    throw error;
  }
  return { process: worker, share };
}

/** Finishes what devices have sent before their connections end; those who answer close after those who ask. */
async function closeRoles({
  ingest,
  process,
  api,
  share,
}: {
  readonly ingest: IngestRole;
  readonly process: ProcessRole;
  readonly api: ApiRole;
  readonly share: PartitionShare | null;
}): Promise<void> {
  ingest.stopAccepting();
  await process.idle();
  ingest.endConnections();
  await process.idle();
  await api.close();
  await share?.close();
  await process.close();
  ingest.close();
}
