import type { DataMove, MovedData, MoveOutcome, RowDifference } from '@rastro/storage';

const NUMBER = new Intl.NumberFormat('en-US');
const MOST_DIFFERENCES = 100;

/** Summary of a move, line by line. */
export function moveReport(
  { outcomes, isFinished }: MovedData,
  to: DataMove['to'],
  folder: string,
): readonly string[] {
  const all = [...outcomes.values()];
  const lines = [...outcomes].flatMap(([store, { rows }]) =>
    [...rows].map(([kind, count]) => `${store}: ${NUMBER.format(count)} ${kind}`),
  );
  return [...lines, ...all.flatMap(remarks), ...(isFinished ? finished(to, folder) : differing(all))];
}

function remarks({ lost, shortened }: MoveOutcome): readonly string[] {
  const nul = `note: ${NUMBER.format(shortened)} rows have texts with NUL characters, which PostgreSQL cannot store: those are left out`;
  return [...lost.map((line) => `lost: ${line}`), ...(shortened > 0 ? [nul] : [])];
}

function finished(to: DataMove['to'], folder: string): readonly string[] {
  const stays = `Pictures and secrets.key stay in ${folder}, and MEDIA_URL is as it was.`;
  const same = 'Moved. Both have the same: rows and checksums of each kind, and of each device.';
  return to === 'server'
    ? [same, stays, `Start the server with DATABASE_URL. The databases in ${folder} were not changed.`]
    : [same, stays, `Start the server without DATABASE_URL. The database server was not changed.`];
}

function differing(outcomes: readonly MoveOutcome[]): readonly string[] {
  const differences = outcomes.flatMap((each) => each.differences);
  const left = differences.length - MOST_DIFFERENCES;
  return [
    ...differences.slice(0, MOST_DIFFERENCES).map(describe),
    ...(left > 0 ? [`and ${left} more`] : []),
    ...outcomes.flatMap(({ behind }) => behind.map((name) => `differs: the next id of ${name} is behind`)),
    'Not finished: both are not the same. No server starts on it. Empty the target, and move again.',
  ];
}

const describe = ({ kind, deviceId, inSource, inTarget }: RowDifference): string =>
  `differs: ${kind}${deviceId === null ? '' : ` of device ${deviceId}`}, ${inSource} rows there and ${inTarget} here`;
