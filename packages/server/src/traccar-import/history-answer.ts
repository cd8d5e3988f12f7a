import { UnreadableAnswerError } from '../replica/unreadable-answer.ts';
import type { HistoryAnswer, HistoryKind } from './source.ts';

/** Some 8,000 positions: a few of them fit into memory beside each other. */
const MAX_BYTES = 4 * 1024 * 1024;

const TIME_FIELDS = { positions: /"fixTime":"([^"]+)"/g, events: /"eventTime":"([^"]+)"/g } as const;

/**
 * Reads a list of rows from the body of an answer, and stops where it gets too long.
 * @throws UnreadableAnswerError when it is no list.
 */
export async function readHistoryAnswer(
  kind: HistoryKind,
  body: AsyncIterable<Buffer>,
  maxBytes = MAX_BYTES,
): Promise<HistoryAnswer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    // Leaving the loop ends the answer.
    if (size > maxBytes) return { rows: null, shorterTo: middleTime(kind, Buffer.concat(pieces).toString()) };
  }
  const rows = parsed(Buffer.concat(pieces).toString());
  if (!Array.isArray(rows)) throw new UnreadableAnswerError('the answer is no list');
  return { rows, share: size / maxBytes };
}

/** Time of the row in the middle of an incomplete list: rows come in order of time, and nothing depends on it. */
function middleTime(kind: HistoryKind, text: string): number | null {
  const times = [...text.matchAll(TIME_FIELDS[kind])];
  const time = Date.parse(times[times.length >> 1]?.[1] ?? '');
  return Number.isFinite(time) ? time : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableAnswerError('the answer is no JSON', { cause });
  }
}
