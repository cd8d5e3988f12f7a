import type { Directory } from '../directory/directory.ts';
import type { ReceivedEntry, RecordEntry, RecordSink } from '../messages/records.ts';
import type { BundleEnd } from './commit-batch.ts';
import type { GroupCommit } from './group-commit.ts';
import type { IdSequence } from './ids.ts';
import type { OwnPartitions } from './own-partitions.ts';
import type { Pipeline, Processed } from './pipeline.ts';
import type { RecordLog } from './record-log.ts';

export interface PipelineSinkDeps {
  readonly directory: Directory;
  readonly pipeline: Pipeline;
  readonly commits: GroupCommit;
  readonly own: OwnPartitions;
  readonly ids: IdSequence;
  readonly recordLog: RecordLog;
  /** Called with each message of a device that was answered. */
  readonly onAnswered: (entry: ReceivedEntry) => void;
  /** Do commands wait for a device? */
  readonly isAwaited: (deviceId: number) => boolean;
}

/** Processes an entry: through the pipeline, to the commit. One function call. */
export class PipelineSink implements RecordSink {
  readonly #deps: PipelineSinkDeps;

  constructor(deps: PipelineSinkDeps) {
    this.#deps = deps;
  }

  get isFull(): boolean {
    return this.#deps.commits.isFull;
  }
  whenDrained(wake: () => void): void {
    this.#deps.commits.whenDrained(wake);
  }

  get isBusy(): boolean {
    return this.#deps.commits.isBusy;
  }
  whenFree(wake: () => void): void {
    this.#deps.commits.whenFree(wake);
  }

  send(entry: RecordEntry, onDurable: (isAwaited: boolean) => void, onFailed: () => void): void {
    const { commits, ids, isAwaited } = this.#deps;
    const { deviceId } = entry;
    const processed = ids.isShort ? null : this.#process(entry);
    if (!processed) {
      onFailed();
      return;
    }
    if (entry.kind === 'gone') {
      commits.add(processed, () => onDurable(false), onFailed);
      return;
    }
    const answered = this.#answered(entry);
    const durable = (): void => {
      onDurable(isAwaited(deviceId));
      answered();
    };
    commits.add(processed, durable, onFailed);
  }

  /** Works out a bundle of a partition from a stream; it is stored whole, with its place. */
  sendBundle(entries: readonly RecordEntry[], end: BundleEnd): void {
    const waiting = entries.flatMap((entry) => {
      const processed = this.#process(entry);
      return processed ? [{ processed, onDurable: this.#answered(entry), onFailed: () => {} }] : [];
    });
    this.#deps.commits.addBundle(waiting, end);
  }

  /** Its records wait as positions already: by naming the entry they would wait twice. */
  #answered(entry: RecordEntry): () => void {
    if (entry.kind === 'gone') return () => {};
    const { deviceId, protocol, answer } = entry;
    return () => this.#deps.onAnswered(answer ? { deviceId, protocol, answer } : { deviceId, protocol });
  }

  /** @returns null when the device is not known here, or belongs to another process (by now). */
  #process(entry: RecordEntry): Processed | null {
    const { directory, pipeline, recordLog, own } = this.#deps;
    const device = directory.devices.get(entry.deviceId);
    if (!device || !own.owns(device.id)) return null;
    if (entry.kind === 'gone') return pipeline.changeStatus(device.id, 'offline', entry.arrivedAt);
    const processed = pipeline.process(device, entry.protocol, entry.records, entry.arrivedAt);
    if (processed.positions.length > 0) recordLog.accepted(device.id);
    return processed;
  }
}
