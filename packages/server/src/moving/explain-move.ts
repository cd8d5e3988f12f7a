import { StorageError, type DataMove } from '@rastro/storage';
import { explainStart } from '../explain-start.ts';

const NOT_EMPTY: Readonly<Record<DataMove['to'], string>> = {
  server:
    'Name another, empty database in DATABASE_URL, or drop its schemas rastro and rastro_extension if nobody needs them.',
  files:
    'Set them aside: make a folder, and move rastro.sqlite, extension.sqlite and all that begins like them into it.',
};

/** Actions of the adapter for a database server. */
const OF_SERVER = /the database \(|the database server|store positions/;

/** Says why data were not moved, and what to do. */
export function explainMove(error: unknown, to: DataMove['to']): string {
  if (!(error instanceof StorageError)) return explainStart(error);
  const sentence = sentenceOf(error);
  if (error.code === 'IN_USE') return `${sentence}: stop the server first.`;
  if (error.code === 'DAMAGED')
    return `${sentence}. Nothing is lost by stopping here. Restore a backup (restore --from FOLDER) and move that; or go on without what cannot be read: --accept-loss.`;
  if (error.code === 'UNAVAILABLE' && OF_SERVER.test(sentence))
    return `${sentence}. Check the database server, then run this again: it goes on where it ended.`;
  if (error.code !== 'UNFINISHED') return explainStart(error);
  return sentence.includes('which has data already') ? `${sentence}. ${NOT_EMPTY[to]}` : `${sentence}.`;
}

/** The innermost sentence of ours. */
function sentenceOf(error: Error): string {
  let sentence = error.message;
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at.message.startsWith('Cannot ')) sentence = at.message;
  return sentence.split(': storage answered')[0] ?? '';
}
