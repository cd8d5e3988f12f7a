import { REPORT_KINDS } from '../kinds/registry.ts';
import type { ReportJob } from '../request/report-job.ts';

/** Shorter pieces wait for more: each piece wakes the thread that sends it. */
export const PIECE_LENGTH = 262_144;

/** Puts answers of turns together: JSON of the page that is wanted, in pieces of which each begins with a comma. */
export function* joinedParts(job: ReportJob, parts: readonly Uint8Array[]): Generator<string> {
  const answers = parts.map((part) => Buffer.from(part).toString('utf8')).filter((answer) => answer !== '');
  const items = REPORT_KINDS[job.type].joined(job)?.all(answers, job.page) ?? [];
  let text = '';
  for (const item of items) {
    text += `,${item}`;
    if (text.length < PIECE_LENGTH) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
