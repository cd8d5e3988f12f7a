import { DOCUMENT_KINDS } from '@rastro/storage';
import type { ImportReport } from './import-report.ts';
import { duration } from './import-progress.ts';
import type { Prefixes } from './read-entities.ts';
import { readDirectory, type ReadDirectory } from './read-directory.ts';
import type { Source } from './source.ts';

interface Deps {
  readonly source: Source;
  readonly prefixes: Prefixes;
  readonly report: ImportReport;
}

/** Measured: bytes of a position with its indexes, and its share of derived history (`bench/import-traccar.bench.ts`). */
const BYTES_PER_POSITION = 350;
/** Measured through the API, with verification; a database and a small machine differ. */
const POSITIONS_PER_SECOND = 10_000;
const MEBIBYTE = 1_048_576;

/** Lines on what an import would do; nothing is written. @throws UnreadableAnswerError */
export async function dryRun(deps: Deps, signal: AbortSignal): Promise<readonly string[]> {
  const directory = await readDirectory(deps, signal);
  const { positions, events } = await deps.source.counts(signal);
  const sizeMiB = Math.ceil(((positions ?? 0) * BYTES_PER_POSITION) / MEBIBYTE);
  const time = duration(((positions ?? 0) / POSITIONS_PER_SECOND) * 1000);
  return [
    ...countLines(directory),
    `positions: ${positions ?? 'unknown'}`,
    `events: ${events ?? 'unknown'}`,
    positions === null ? 'size and time: unknown' : `about ${sizeMiB} MiB and ${time}`,
  ];
}

/** Rows there and here, kind by kind. */
export const countLines = ({ documents, found, links }: ReadDirectory): readonly string[] => [
  ...DOCUMENT_KINDS.map(
    (kind) => `${kind}: ${documents.get(kind)?.length ?? 0} of ${found.get(kind) ?? 0} can be taken over`,
  ),
  `links: ${links.length}`,
];
