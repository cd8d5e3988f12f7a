import type { Directory } from '../directory/directory.ts';
import type { HeardEntry, RecordEntry, RecordsDoor } from '../messages/records.ts';
import type { GroupCommit } from './group-commit.ts';
import type { IdSequence } from './ids.ts';
import type { Pipeline, Processed } from './pipeline.ts';
import type { RecordDiary } from './record-diary.ts';

export interface PipelineDoorDependencies {
  readonly directory: Directory;
  readonly pipeline: Pipeline;
  readonly commits: GroupCommit;
  readonly ids: IdSequence;
  readonly diary: RecordDiary;
  /** Told of each message of a device that was answered. */
  readonly onAnswered: (entry: HeardEntry) => void;
  /** Do commands wait for a device? */
  readonly isAwaited: (deviceId: number) => boolean;
}

/** What the process of positions does with an entry: through the pipeline, to the commit. One function call. */
export class PipelineDoor implements RecordsDoor {
  readonly #deps: PipelineDoorDependencies;

  constructor(dependencies: PipelineDoorDependencies) {
    this.#deps = dependencies;
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
    const { commits, ids, onAnswered, isAwaited } = this.#deps;
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
    // Its records wait as positions already: by naming the entry they would wait twice.
    const { protocol, answer } = entry;
    const answered = (): void => {
      onDurable(isAwaited(deviceId));
      onAnswered(answer ? { deviceId, protocol, answer } : { deviceId, protocol });
    };
    commits.add(processed, answered, onFailed);
  }

  /** @returns null when the device is not known here (any more). */
  #process(entry: RecordEntry): Processed | null {
    const { directory, pipeline, diary } = this.#deps;
    const device = directory.devices.get(entry.deviceId);
    if (!device) return null;
    if (entry.kind === 'gone') return pipeline.changeStatus(device.id, 'offline', entry.arrivedAt);
    const processed = pipeline.process(device, entry.protocol, entry.records, entry.arrivedAt);
    if (processed.positions.length > 0) diary.kept(device.id);
    return processed;
  }
}
