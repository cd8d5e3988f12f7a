import { readPeriod, writePeriod, type PeriodChoice } from '../../kernel/period/period.ts';

/** The last seven days: on a Monday morning, too, they say something. */
const FIRST_PERIOD: PeriodChoice = { preset: '7d' };

/** Choices of the overview, in its address. */
export interface OverviewAddress {
  readonly choice: PeriodChoice;
  /** Groups with all below them; empty = all vehicles. */
  readonly groupIds: readonly number[];
}

export function readOverview(search: URLSearchParams): OverviewAddress {
  const hasPeriod = search.has('period') || search.has('from');
  const ids = (search.get('groups') ?? '').split(',').map(Number);
  return {
    choice: hasPeriod ? readPeriod(search) : FIRST_PERIOD,
    groupIds: [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0),
  };
}

/** Changes a part of an address. */
export function writeOverview(search: URLSearchParams, part: Partial<OverviewAddress>): URLSearchParams {
  if (part.choice) writePeriod(search, part.choice);
  if (part.groupIds?.length === 0) search.delete('groups');
  else if (part.groupIds) search.set('groups', part.groupIds.join(','));
  return search;
}
