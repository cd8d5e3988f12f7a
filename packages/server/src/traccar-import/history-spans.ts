import type { Period } from '../replica/traccar-reader.ts';
import { UnreadableAnswerError } from '../replica/unreadable-answer.ts';
import type { HistoryAnswer, HistoryKind, Source } from './source.ts';

export interface HistorySpan extends Period {
  readonly rows: readonly unknown[];
}
interface Asked extends Period {
  readonly kind: HistoryKind;
  readonly deviceId: number;
}

/** Share of a full answer that the next period should have. */
const WANTED_SHARE = 0.5;
/** From one period to the next. */
const MAX_GROWTH = 8;

/**
 * Reads a device's history in order of time, in periods as long as their rows allow: a quiet year in one answer, a busy
 * day in several. @throws UnreadableAnswerError
 */
export async function* historySpans(
  source: Pick<Source, 'history'>,
  { kind, deviceId, from, to }: Asked,
  signal: AbortSignal,
): AsyncGenerator<HistorySpan> {
  let lengthMs = to - from + 1;
  for (let start = from; start <= to;) {
    const end = Math.min(to, start + lengthMs - 1);
    const answer = await source.history(kind, { deviceId, from: start, to: end }, signal);
    if (answer.rows === null) {
      if (end === start)
        throw new UnreadableAnswerError(
          `Cannot read ${kind} of device ${deviceId}: there are too many at ${new Date(start).toISOString()}`,
        );
      lengthMs = shorter(answer, start, end);
      continue;
    }
    yield { from: start, to: end, rows: answer.rows };
    const growth = answer.share === 0 ? MAX_GROWTH : Math.min(MAX_GROWTH, WANTED_SHARE / answer.share);
    lengthMs = Math.max(1, Math.round(lengthMs * growth));
    start = end + 1;
  }
}

function shorter({ shorterTo }: HistoryAnswer & { readonly rows: null }, from: number, to: number): number {
  const isHint = shorterTo !== null && shorterTo > from && shorterTo <= to;
  return isHint ? shorterTo - from : Math.max(1, Math.floor((to - from + 1) / 2));
}
