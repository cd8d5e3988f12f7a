/** Counters of ingest since the start; read by metrics. */
export class IngestCounters {
  connections = 0;
  readonly messages = new Map<string, number>();
  readonly records = new Map<string, number>();
  readonly failures = new Map<string, number>();
  readonly rejections = new Map<string, number>();

  count(counter: 'messages' | 'records' | 'failures' | 'rejections', name: string, by = 1): void {
    this[counter].set(name, (this[counter].get(name) ?? 0) + by);
  }
}
