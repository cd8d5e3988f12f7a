import {
  DiscardPolicy,
  JetStreamApiError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamInfo,
} from '@nats-io/jetstream';
import { host } from '@rastro/base/host';
import type { NatsConnection } from '@nats-io/transport-node';

export interface RecordStreamOptions {
  readonly connection: NatsConnection;
  /** As of the bus. */
  readonly prefix: string;
  /** Copies on different servers. One copy must be wanted. */
  readonly replicas: 1 | 3 | 5;
  /** When so much waits, publishers are refused. */
  readonly maxBytes: number;
  /** Monitor addresses of the servers, by which it is checked that they sync; none = it is not known. */
  readonly monitorUrls: readonly string[];
  readonly onWarning: (text: string) => void;
}

/** The stream is not as it must be, or not where it was. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
  readonly code: 'UNSAFE' | 'STREAM_BEHIND' | 'CLOSED';
  constructor(code: StreamError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const STREAM_NOT_FOUND = 10059;
/** A publish that is repeated within this time is stored once. */
const DUPLICATE_WINDOW_NS = 120 * 1_000_000_000;
const MAX_MESSAGE_BYTES = 1024 * 1024;
const CHECK_MS = 3000;

/** The stream between ingest and the processes of positions: bundles of records, a subject for each partition. */
export class RecordStream {
  readonly connection: NatsConnection;
  readonly name: string;
  readonly #prefix: string;
  readonly #manager: JetStreamManager;

  private constructor({ connection, prefix }: RecordStreamOptions, manager: JetStreamManager) {
    this.connection = connection;
    this.#prefix = prefix;
    this.name = `RECORDS_${prefix.replaceAll('.', '_')}`;
    this.#manager = manager;
  }

  /** Creates the stream, or checks the one that is there. @throws StreamError UNSAFE when it may lose records. */
  static async open(options: RecordStreamOptions): Promise<RecordStream> {
    const manager = await jetstreamManager(options.connection);
    const stream = new RecordStream(options, manager);
    const { config } = (await stream.#find()) ?? (await stream.#create(options));
    const complaints = [
      config.num_replicas < options.replicas &&
        `it has ${config.num_replicas} copies, not ${options.replicas}`,
      config.storage !== StorageType.File && 'it is not stored in files',
      config.retention !== RetentionPolicy.Limits && 'others remove what they have read',
      config.discard !== DiscardPolicy.New && 'it drops the oldest records when it is full',
      config.persist_mode === 'async' && 'its server acknowledges before it has written',
    ].filter((complaint) => complaint !== false);
    if (complaints.length > 0)
      throw new StreamError('UNSAFE', `Cannot use the stream ${stream.name}: ${complaints.join(', ')}`);
    await checkSync(options);
    return stream;
  }

  subjectOf(partition: number): string {
    return `${this.#prefix}.records.${partition}`;
  }
  /** Sequence of the newest message; 0 = there was none. */
  async lastSequence(): Promise<number> {
    return (await this.#manager.streams.info(this.name)).state.last_seq;
  }
  /** Removes what is older than a sequence, for all partitions. */
  async trim(sequence: number): Promise<void> {
    await this.#manager.streams.purge(this.name, { seq: sequence });
  }

  async #find(): Promise<StreamInfo | null> {
    try {
      return await this.#manager.streams.info(this.name);
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND) return null;
      throw error;
    }
  }
  #create({ replicas, maxBytes }: RecordStreamOptions): Promise<StreamInfo> {
    return this.#manager.streams.add({
      name: this.name,
      subjects: [`${this.#prefix}.records.*`],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.New,
      num_replicas: replicas,
      max_bytes: maxBytes,
      max_msg_size: MAX_MESSAGE_BYTES,
      duplicate_window: DUPLICATE_WINDOW_NS,
    });
  }
}

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
