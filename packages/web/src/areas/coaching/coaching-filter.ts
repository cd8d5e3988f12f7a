import { DRIVING_EVENT_KINDS, type DrivingEventItem, type DrivingEventKind } from '@rastro/fleet';
import type { CaseState, CoachingCase, CoachingRow } from '@rastro/fleet/coaching';

export type Row = CoachingRow<DrivingEventItem>;

/** `todo` = what nobody has ended, and contests that wait. */
export const STATE_FILTERS = ['todo', 'contested', 'open', 'assigned', 'done', 'dismissed', 'all'] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

export interface CoachingFilter {
  readonly state: StateFilter;
  /** Empty = any; `0` = nobody. */
  readonly assignee: string;
  /** Empty = all. */
  readonly driver: string;
  readonly kind: DrivingEventKind | '';
}
export const NO_FILTER: CoachingFilter = { state: 'todo', assignee: '', driver: '', kind: '' };

export const readFilter = (search: URLSearchParams): CoachingFilter => ({
  state: STATE_FILTERS.find((each) => each === search.get('state')) ?? 'todo',
  assignee: search.get('assignee') ?? '',
  driver: search.get('driver') ?? '',
  kind: DRIVING_EVENT_KINDS.find((each) => each === search.get('kind')) ?? '',
});

/** Usual values leave no trace in the address. */
export function writeFilter(old: URLSearchParams, part: Partial<CoachingFilter>): URLSearchParams {
  for (const [name, value] of Object.entries({ ...readFilter(old), ...part }))
    if (value === '' || (name === 'state' && value === 'todo')) old.delete(name);
    else old.set(name, value);
  return old;
}

/** Common fields of an event and its case: the case says what the event was, should history have it no more. */
export function detailsOf({
  event,
  coachingCase,
}: Row): Pick<
  CoachingCase,
  'deviceId' | 'deviceName' | 'kind' | 'startTime' | 'isSevere' | 'driverUniqueId' | 'driverName'
> {
  const found = event ?? coachingCase;
  if (!found) throw new Error('Cannot name a row without event and case');
  return found;
}
export const stateOf = ({ coachingCase }: Row): CaseState => coachingCase?.state ?? 'open';
export const driverOf = (row: Row): string => {
  const { driverName, driverUniqueId } = detailsOf(row);
  return driverName ?? driverUniqueId ?? '';
};
const waits = ({ coachingCase }: Row): boolean => coachingCase?.contest?.state === 'waiting';

const isInState = (row: Row, wanted: StateFilter): boolean => {
  const state = stateOf(row);
  if (wanted === 'all') return true;
  if (wanted === 'contested') return waits(row);
  return wanted === 'todo' ? state === 'open' || state === 'assigned' || waits(row) : state === wanted;
};

export const matchesFilter = (row: Row, { state, assignee, driver, kind }: CoachingFilter): boolean =>
  isInState(row, state) &&
  (assignee === '' || String(row.coachingCase?.assigneeId ?? 0) === assignee) &&
  (driver === '' || (detailsOf(row).driverUniqueId ?? '') === driver) &&
  (kind === '' || detailsOf(row).kind === kind);
