import type { BatchSequence, CommitOutcome, IngestBatch, KnownPosition } from '../records.ts';
import { StoredNames } from '../stored-names.ts';
import { StorageError } from '../storage-error.ts';
import { allOf } from './all-of.ts';
import { batchRows } from './batch-rows.ts';
import { appendActions } from './audit-methods.ts';
import { insertCommands } from './command-methods.ts';
import { COPY_POSITIONS, encodePositions } from './encode-positions.ts';
import type { IngestRuns } from './ingest-runs.ts';
import { knownPositions, withoutKnown } from './known-positions.ts';
import { BatchTurn } from './batch-turn.ts';
import { PackedKeys, requirePackedAsFound, type PackedSearch } from './packed-keys.ts';
import { advanceCursors } from './partition-methods.ts';
import type { PositionTables } from './position-tables.ts';
import type { PipelinedQueries, PostgresDatabase } from './postgres-database.ts';
import {
  isCheckViolation,
  isPackedMeanwhile,
  isTakenBack,
  isUniqueViolation,
  toStorageError,
} from './postgres-error.ts';

const ATTEMPTS = 5;
/** Devices that send records again do so for a while: after one, the next batches are searched for more before they are sent. */
const SEARCHED_BATCHES = 20;

/** A batch as it is sent. */
interface Sending {
  readonly batch: IngestBatch;
  readonly known: readonly KnownPosition[];
  /** The batch without them. */
  readonly left: IngestBatch;
  /** Its positions; null = there are none. */
  readonly copied: Buffer | null;
  readonly turn: BatchTurn;
  readonly search: PackedSearch;
}

/** A record of the batch is stored already, or is in it twice. */
class KnownRecord extends StorageError {}

/**
 * Stores batches, one after the other. A whole transaction is sent at once, and waits for no answer on the way: nearly
 * always all of it succeeds. That a record is known is found by the index on the identity of records; then the known
 * ones are searched for, and the others are sent again.
 */
export class Committer {
  readonly #writer: PostgresDatabase;
  readonly #tables: PositionTables;
  readonly #runs: IngestRuns;
  readonly #packed: PackedKeys;
  readonly #names = new StoredNames();
  #searches = 0;
  #last: BatchTurn | null = null;

  /** @param writer Two connections, which send statements without waiting for answers. */
  constructor(writer: PostgresDatabase, tables: PositionTables, runs: IngestRuns) {
    this.#writer = writer;
    this.#tables = tables;
    this.#runs = runs;
    this.#packed = new PackedKeys(writer);
  }

  async commit(batch: IngestBatch): Promise<CommitOutcome> {
    const copied = encoded(batch);
    const turn = new BatchTurn(this.#last);
    this.#last = turn;
    try {
      return await this.#commit(batch, copied, turn);
    } catch (error) {
      throw toStorageError('commit', error);
    } finally {
      turn.over();
    }
  }

  async outcomeOf(sequence: BatchSequence): Promise<CommitOutcome | null> {
    return this.#runs.outcomeOf(sequence);
  }

  async #commit(batch: IngestBatch, copied: Buffer | null, turn: BatchTurn): Promise<CommitOutcome> {
    if (copied && this.#searches === 0 && (await turn.early())) {
      try {
        return await this.#attemptEarly(batch, copied, turn);
      } catch (error) {
        if (!this.#mayTryAgain(error, turn)) throw error;
      }
    }
    await turn.own();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(batch, copied, turn);
      } catch (error) {
        if (attempt >= ATTEMPTS || !this.#mayTryAgain(error, turn)) throw error;
      }
    }
  }

  /** Nothing of the batch is stored, and another attempt may succeed. */
  #mayTryAgain(error: unknown, turn: BatchTurn): boolean {
    if (error instanceof KnownRecord) this.#searches = SEARCHED_BATCHES;
    else if (isPackedMeanwhile(error)) this.#packed.forget();
    else if (isCheckViolation(error)) this.#tables.forget();
    else if (!isTakenBack(error)) return false;
    return turn.again();
  }

  async #attempt(batch: IngestBatch, copied: Buffer | null, turn: BatchTurn): Promise<CommitOutcome> {
    const sending = await this.#prepare(batch, copied, turn);
    return this.#writer.onConnection((queries) => this.#send(queries, sending, begin(queries, sending)));
  }

  /** The positions are sent while the batch before it is stored, and the rest when that is over. */
  async #attemptEarly(batch: IngestBatch, copied: Buffer, turn: BatchTurn): Promise<CommitOutcome> {
    const sending = await this.#prepare(batch, copied, turn);
    return this.#writer.onConnection(async (queries) => {
      const begun = begin(queries, sending);
      await turn.own();
      return this.#send(queries, sending, begun);
    });
  }

  async #prepare(batch: IngestBatch, copied: Buffer | null, turn: BatchTurn): Promise<Sending> {
    await this.#tables.prepare(batch.positions);
    const search = await this.#packed.search(batch.positions);
    const known = copied ? await this.#search(batch, search) : [];
    const left = withoutKnown(batch, known);
    return { batch, known, left, copied: left === batch ? copied : encoded(left), turn, search };
  }

  /** Among packed records always, among rows while devices send again. */
  async #search({ positions }: IngestBatch, search: PackedSearch): Promise<readonly KnownPosition[]> {
    const isAmongRows = this.#searches > 0;
    const sought = isAmongRows ? positions : positions.filter((position) => search.idOf(position) !== null);
    const known = await knownPositions(this.#writer, sought, search);
    if (known.length > 0) this.#searches = SEARCHED_BATCHES;
    else if (isAmongRows) this.#searches--;
    this.#names.noteAll(known.map(({ id, storedAs }) => [id, storedAs]));
    return known;
  }

  /** @param begun What is on its way already. */
  async #send(queries: PipelinedQueries, sending: Sending, begun: Promise<void>): Promise<CommitOutcome> {
    const { batch, known, left, turn } = sending;
    const { sequence, partitions = [] } = batch;
    void begun.then(
      () => turn.copied(),
      () => {},
    );
    const nothing: CommitOutcome = { known, commandIds: (batch.commands ?? []).map(() => null) };
    const sent = [begun, advanceCursors(queries, partitions)];
    if (sequence) sent.push(this.#runs.take(queries, sequence, nothing));
    sent.push(...batchRows(queries, left, batch.positions, this.#names));
    if ((left.commands ?? []).length > 0) return this.#sendCommands(queries, sending, sent);
    await allOf([...sent, queries.run('COMMIT')]);
    return nothing;
  }

  /** Their ids are part of the outcome, which is stored with them. @param sent What is on its way already. */
  async #sendCommands(
    queries: PipelinedQueries,
    { batch, known, left: { commands = [] } }: Sending,
    sent: readonly Promise<void>[],
  ): Promise<CommitOutcome> {
    const actions = commands.map(({ action }) => action);
    const stored = insertCommands(
      queries,
      commands.map(({ command }) => command),
    );
    try {
      await allOf([...sent, appendActions(queries, actions), stored]);
      const outcome = { known, commandIds: commandIds(batch, known, await stored) };
      const corrected = batch.sequence ? [this.#runs.correct(queries, batch.sequence, outcome)] : [];
      await allOf([...corrected, queries.run('COMMIT')]);
      return outcome;
    } catch (error) {
      // Where the connection is lost, so is the transaction.
      await queries.run('ROLLBACK').catch(() => {});
      throw error;
    }
  }
}

/** The positions come first: they do not depend on what was stored before. */
function begin(queries: PipelinedQueries, { copied, search }: Sending): Promise<void> {
  const begun = allOf([
    queries.run('BEGIN'),
    ...(copied
      ? [queries.copyIn(COPY_POSITIONS, copied).catch(asKnown), requirePackedAsFound(queries, search)]
      : []),
  ]);
  // Its failure is read later.
  begun.catch(() => {});
  return begun;
}

const encoded = ({ positions }: IngestBatch): Buffer | null =>
  positions.length === 0 ? null : encodePositions(positions);

function asKnown(cause: unknown): never {
  if (isUniqueViolation(cause)) throw new KnownRecord('store a record that is known', 'CONFLICT', { cause });
  throw cause;
}

/** In the order of the batch. */
function commandIds(
  { commands = [] }: IngestBatch,
  known: readonly KnownPosition[],
  stored: readonly number[],
): readonly (number | null)[] {
  const left = new Set(known.map(({ id }) => id));
  const ids = stored.values();
  return commands.map(({ positionId }) => (left.has(positionId) ? null : (ids.next().value ?? null)));
}
