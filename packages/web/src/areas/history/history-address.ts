import { readPeriod, writePeriod, type PeriodChoice } from '../../kernel/period/period.ts';

export const MOST_VEHICLES = 6;
export const COLOUR_MODES = ['speed', 'trip', 'vehicle', 'ignition'] as const;
export type ColourMode = (typeof COLOUR_MODES)[number];
export const HISTORY_TABS = ['all', 'trips', 'stops', 'events', 'positions'] as const;
export type HistoryTab = (typeof HISTORY_TABS)[number];

/** All that a link to a past carries. */
export interface HistoryAddress {
  readonly deviceIds: readonly number[];
  readonly period: PeriodChoice;
  readonly colour: ColourMode;
  readonly tab: HistoryTab;
  /** Seconds since 1970; null = nowhere yet. */
  readonly cursor: number | null;
  /** The trip or stop that is looked at alone: `{device}.{its first second}`. */
  readonly focus: string | null;
}

export function readHistory(search: URLSearchParams): HistoryAddress {
  const ids = (search.get('devices') ?? '').split(',').map(Number);
  const cursor = Number(search.get('at'));
  const focus = search.get('focus') ?? '';
  return {
    deviceIds: [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST_VEHICLES),
    period: readPeriod(search),
    colour: COLOUR_MODES.find((mode) => mode === search.get('colour')) ?? 'speed',
    tab: HISTORY_TABS.find((name) => name === search.get('tab')) ?? 'all',
    cursor: Number.isSafeInteger(cursor) && cursor > 0 ? cursor : null,
    focus: /^\d+\.\d+$/.test(focus) ? focus : null,
  };
}

/** Changes a part of an address; defaults leave no trace. Other vehicles or days have another cursor and focus. */
export function writeHistory(search: URLSearchParams, part: Partial<HistoryAddress>): URLSearchParams {
  const change = {
    ...(part.deviceIds || part.period ? { focus: null } : {}),
    ...(part.period ? { cursor: null } : {}),
    ...part,
  };
  const put = (name: string, value: string | null): void => {
    if (value === null) search.delete(name);
    else search.set(name, value);
  };
  if (change.period) writePeriod(search, change.period);
  if (change.deviceIds) put('devices', change.deviceIds.length > 0 ? change.deviceIds.join(',') : null);
  if (change.colour) put('colour', change.colour === 'speed' ? null : change.colour);
  if (change.tab) put('tab', change.tab === 'all' ? null : change.tab);
  if (change.cursor !== undefined)
    put('at', change.cursor === null ? null : String(Math.round(change.cursor)));
  if (change.focus !== undefined) put('focus', change.focus);
  return search;
}
