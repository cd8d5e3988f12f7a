import type { BundleOutcome, RecordBundle, RecordSink } from '../messages/records.ts';
import type { TrackerBus } from '../messages/topics.ts';

/** Takes bundles of records of a partition from ingest elsewhere; each is answered once all of it is durable, or any is not. */
export function answerRecords(bus: TrackerBus, recordSink: RecordSink, at: number): () => void {
  return bus.answer(
    'records',
    ({ entries }: RecordBundle) =>
      new Promise<BundleOutcome>((resolve) => {
        const awaited = new Set<number>();
        let isDurable = true;
        let open = entries.length;
        const settle = (): void => {
          open--;
          if (open === 0) resolve({ isDurable, awaited: [...awaited] });
        };
        for (const entry of entries) {
          recordSink.send(
            entry,
            (isAwaited) => {
              if (isAwaited) awaited.add(entry.deviceId);
              settle();
            },
            () => {
              isDurable = false;
              settle();
            },
          );
        }
        if (entries.length === 0) resolve({ isDurable, awaited: [] });
      }),
    { at },
  );
}
