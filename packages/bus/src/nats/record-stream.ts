import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  JetStreamError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type Consumer,
  type JetStreamManager,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { host, pause } from '@rastro/base/host';
import { errors, nanos, type NatsConnection } from '@nats-io/transport-node';
import { maxBytesOf } from './payload.ts';

export interface RecordStreamOptions {
  readonly connection: NatsConnection;
  /** As of the bus. */
  readonly prefix: string;
  /** Copies on different servers. One copy must be wanted. */
  readonly replicas: 1 | 3 | 5;
  /** When so much waits, publishers are refused. A stream that takes less is enlarged. */
  readonly maxBytes: number;
  /** Monitor addresses of the servers, by which it is checked that they sync; none = it is not known. */
  readonly monitorUrls: readonly string[];
  readonly onWarning: (text: string) => void;
}

/** The stream or a bundle is not as it must be, or not where it was. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
  readonly code: 'UNSAFE' | 'STREAM_BEHIND' | 'NOT_TAKEN' | 'UNKNOWN_VERSION' | 'TOO_LARGE' | 'CLOSED';
  constructor(code: StreamError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Too few servers are there for the copies that are asked for. */
const NO_PEERS = 10_005;
const STREAM_NOT_FOUND = 10059;
/** Servers that have just started, or lost a leader, are waited for. */
const OPEN_MS = 30_000;
const AGAIN_MS = 250;
const UNAVAILABLE = 503;
/** A publish that is repeated within this time is stored once. */
const DUPLICATE_WINDOW_MS = 120_000;
const MAX_MESSAGE_BYTES = 1024 * 1024;
const CHECK_MS = 3000;
/** Of a question by a reader: a server that stands still is not waited for. */
const ASK_MS = 2000;
/** A consumer whose reader has gone. */
const FORGOTTEN_MS = 30_000;

/** The stream between ingest and the processes of positions: bundles of records, a subject for each partition. */
export class RecordStream {
  readonly connection: NatsConnection;
  readonly name: string;
  /** Of a bundle as it travels. */
  readonly maxBytes: number;
  readonly #options: RecordStreamOptions;
  readonly #manager: JetStreamManager;
  readonly #quick: JetStreamManager;

  private constructor(
    options: RecordStreamOptions,
    managers: { readonly slow: JetStreamManager; readonly quick: JetStreamManager },
    config: StreamConfig,
  ) {
    const { connection, prefix } = options;
    const maxPayload = connection.info?.max_payload ?? MAX_MESSAGE_BYTES;
    const maxSize = config.max_msg_size > 0 ? config.max_msg_size : maxPayload;
    this.maxBytes = maxBytesOf(Math.min(maxSize, maxPayload));
    this.connection = connection;
    this.#options = options;
    this.name = nameOf(prefix);
    this.#manager = managers.slow;
    this.#quick = managers.quick;
  }

  /** Creates the stream, or checks the one that is there. @throws StreamError UNSAFE when it may lose records. */
  static async open(options: RecordStreamOptions): Promise<RecordStream> {
    const name = nameOf(options.prefix);
    const manager = await jetstreamManager(options.connection, { checkAPI: false });
    const { config } = await whenAvailable(
      async () => (await find(manager, name)) ?? (await create(manager, name, options)),
    );
    const subject = `${options.prefix}.records.*`;
    const complaints = [
      !config.subjects?.includes(subject) && `it is not for ${subject}`,
      config.num_replicas < options.replicas &&
        `it has ${config.num_replicas} copies, not ${options.replicas}`,
      config.storage !== StorageType.File && 'it is not stored in files',
      config.retention !== RetentionPolicy.Limits && 'others remove what they have read',
      config.discard !== DiscardPolicy.New && 'it drops the oldest records when it is full',
      (config.max_age > 0 || config.max_msgs_per_subject > 0) && 'it drops records before they are read',
      config.no_ack === true && 'it acknowledges nothing',
      config.persist_mode === 'async' && 'its server acknowledges before it has written',
    ].filter((complaint) => complaint !== false);
    if (complaints.length > 0)
      throw new StreamError('UNSAFE', `Cannot use the stream ${name}: ${complaints.join(', ')}`);
    if (config.max_bytes >= 0 && config.max_bytes < options.maxBytes)
      await manager.streams.update(name, { max_bytes: options.maxBytes });
    await checkSync(options);
    const quick = await jetstreamManager(options.connection, { timeout: ASK_MS, checkAPI: false });
    return new RecordStream(options, { slow: manager, quick }, config);
  }

  subjectOf(partition: number): string {
    return `${this.#options.prefix}.records.${partition}`;
  }
  /** Sequence of the newest message; 0 = there was none. A stream that the servers have lost is created anew. */
  async lastSequence(): Promise<number> {
    const info = await find(this.#quick, this.name);
    if (info) return info.state.last_seq;
    this.#options.onWarning(`The stream ${this.name} was gone, and is created anew`);
    return (await create(this.#manager, this.name, this.#options)).state.last_seq;
  }
  /** Bytes that it has, and may have. @throws when its servers do not say, or it is gone. */
  async capacity(): Promise<{ readonly bytes: number; readonly maxBytes: number }> {
    const { state, config } = await this.#quick.streams.info(this.name);
    return { bytes: state.bytes, maxBytes: config.max_bytes };
  }
  /** Removes what is older than a sequence: of a partition, or of all. */
  async trim(sequence: number, partition?: number): Promise<void> {
    const filter = partition === undefined ? {} : { filter: this.subjectOf(partition) };
    await this.#manager.streams.purge(this.name, { seq: sequence, ...filter });
  }
  /** Begins to hand out a partition. It is in the memory of one server: a reader begins anew when it is gone. */
  async consume(partition: number, firstSequence: number): Promise<Consumer> {
    const info = await this.#quick.consumers.add(this.name, {
      filter_subject: this.subjectOf(partition),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: firstSequence,
      ack_policy: AckPolicy.None,
      mem_storage: true,
      num_replicas: 1,
      inactive_threshold: nanos(FORGOTTEN_MS),
    });
    return this.#quick.jetstream().consumers.getConsumerFromInfo(info);
  }
}

const nameOf = (prefix: string): string => `RECORDS_${prefix.replaceAll('.', '_')}`;

async function whenAvailable<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = host.elapsed() + OPEN_MS; ;) {
    try {
      return await attempt();
    } catch (error) {
      // While the servers elect a leader, or one of them is just coming back.
      const isForming =
        error instanceof JetStreamApiError && (error.status === UNAVAILABLE || error.code === NO_PEERS);
      const hasNoAnswer = error instanceof errors.TimeoutError || error instanceof JetStreamError;
      if (!(isForming || hasNoAnswer) || host.elapsed() > deadline) throw error;
    }
    await pause(AGAIN_MS);
  }
}
async function find(manager: JetStreamManager, name: string): Promise<StreamInfo | null> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND) return null;
    throw error;
  }
}
const create = (
  manager: JetStreamManager,
  name: string,
  { prefix, replicas, maxBytes }: RecordStreamOptions,
): Promise<StreamInfo> =>
  manager.streams.add({
    name,
    subjects: [`${prefix}.records.*`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    num_replicas: replicas,
    max_bytes: maxBytes,
    max_msg_size: MAX_MESSAGE_BYTES,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  });

/** Without `sync_interval: always` a loss of power takes acknowledged records along. */
async function checkSync({ monitorUrls, onWarning }: RecordStreamOptions): Promise<void> {
  if (monitorUrls.length === 0)
    onWarning('it is not known whether the servers of NATS sync each record: no monitor address is set');
  await Promise.all(
    monitorUrls.map(async (url) => {
      const signal = host.timeout(CHECK_MS);
      const answer: unknown = await fetch(new URL('/jsz?config=1', url), { signal }).then(
        (reply) => reply.json(),
        () => null,
      );
      const config = typeof answer === 'object' && answer && 'config' in answer ? answer.config : null;
      const isSynced =
        typeof config === 'object' && config && 'sync_always' in config && config.sync_always === true;
      if (!isSynced)
        onWarning(`${url} does not confirm "sync_interval: always": a loss of power may lose records`);
    }),
  );
}
