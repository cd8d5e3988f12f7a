import { LINES_BY_OTHERS, type ScoreItem } from '@rastro/fleet';
import type { ScoredBy } from '../../kernel/queries/use-ranking.ts';
import { SCORE_ORDERS, type ScoreOrder } from './ordered-scores.ts';

/** All that a link to scores carries, beside the period. */
export interface ScoreAddress {
  readonly by: ScoredBy;
  /** Group whose vehicles count; 0 = all vehicles. */
  readonly groupId: number;
  readonly order: ScoreOrder;
}

export function readScoreAddress(search: URLSearchParams): ScoreAddress {
  const groupId = Number(search.get('group') ?? '');
  return {
    by: LINES_BY_OTHERS.find((by) => by === search.get('by')) ?? 'device',
    groupId: Number.isSafeInteger(groupId) && groupId > 0 ? groupId : 0,
    order: SCORE_ORDERS.find((order) => order === search.get('order')) ?? 'best',
  };
}

/** Changes a part of an address; defaults leave no trace. */
export function writeScoreAddress(
  before: URLSearchParams,
  { by, groupId, order }: Partial<ScoreAddress>,
): URLSearchParams {
  const search = new URLSearchParams(before);
  const put = (name: string, value: string): void => {
    if (value === '') search.delete(name);
    else search.set(name, value);
  };
  if (by !== undefined) put('by', by === 'device' ? '' : by);
  if (groupId !== undefined) put('group', groupId === 0 ? '' : String(groupId));
  if (order !== undefined) put('order', order === 'best' ? '' : order);
  return search;
}

/** Identity of a line in its list. */
export const keyOfScore = ({ deviceId, driverUniqueId, groupId }: ScoreItem): string =>
  JSON.stringify([deviceId, driverUniqueId, groupId]);

/** Address of the score of somebody who is known only by what the records say. */
const unknownDriverPath = (uniqueId: string): string => `/scores/driver/${encodeURIComponent(uniqueId)}`;

/**
 * Address of what explains a line: the score of a vehicle or a driver, the vehicles of a group. Null = nobody is known
 * who drove.
 * @param driverIds Ids of drivers by the identifier in their records.
 */
export function pathOfScore(
  { deviceId, driverUniqueId, groupId }: ScoreItem,
  search: URLSearchParams,
  driverIds: ReadonlyMap<string, number>,
): string | null {
  if (deviceId > 0) return `/scores/${deviceId}?${writeScoreAddress(search, { by: 'device' }).toString()}`;
  if (groupId > 0) return `/scores?${writeScoreAddress(search, { by: 'device', groupId }).toString()}`;
  if (driverUniqueId === null) return null;
  const driverId = driverIds.get(driverUniqueId);
  const path = driverId === undefined ? unknownDriverPath(driverUniqueId) : `/drivers/${driverId}/score`;
  return `${path}?${writeScoreAddress(search, { by: 'driver' }).toString()}`;
}
