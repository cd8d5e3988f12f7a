/** Counters of ingest since the start; read by metrics. */
export class IngestCounters {
  connections = 0;
  /** Records whose devices were answered after they were stored, had to be left to be sent again, and wait for that. */
  readonly answers = { acknowledged: 0, failed: 0, waiting: 0 };
  readonly messages = new Map<string, number>();
  readonly records = new Map<string, number>();
  readonly failures = new Map<string, number>();
  readonly rejections = new Map<string, number>();

  count(counter: 'messages' | 'records' | 'failures' | 'rejections', name: string, by = 1): void {
    this[counter].set(name, (this[counter].get(name) ?? 0) + by);
  }

  /** Records wait for their answer. @returns a function to call, once, with whether they are stored. */
  await(records: number): (isStored: boolean) => void {
    const { answers } = this;
    answers.waiting += records;
    return (isStored) => {
      answers.waiting -= records;
      answers[isStored ? 'acknowledged' : 'failed'] += records;
    };
  }
}
