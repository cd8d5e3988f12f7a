import { readPeriod, writePeriod, type PeriodChoice } from '../../kernel/period/period.ts';

export const MAX_VEHICLES = 6;
export const COLOUR_MODES = ['speed', 'trip', 'vehicle', 'ignition', 'measured'] as const;
export type ColourMode = (typeof COLOUR_MODES)[number];
export const HISTORY_TABS = ['all', 'trips', 'stops', 'events', 'positions'] as const;
/** A name of an attribute, as far as an address carries one. */
const LONGEST_NAME = 128;
export type HistoryTab = (typeof HISTORY_TABS)[number];

/** All that a link to a past carries. */
export interface HistoryAddress {
  readonly deviceIds: readonly number[];
  readonly period: PeriodChoice;
  readonly colour: ColourMode;
  /** Attribute shown by color, or `altitude`, when the colors show a measured value. */
  readonly measure: string | null;
  /** The second curve of the chart, likewise; null = there is none. */
  readonly curve: string | null;
  /** Vehicles that are not shown for now. */
  readonly hidden: readonly number[];
  readonly tab: HistoryTab;
  /** Seconds since 1970; null = nowhere yet. */
  readonly cursor: number | null;
  /** The trip or stop that is looked at alone: `{device}.{its first second}`. */
  readonly focus: string | null;
}

export function readHistory(search: URLSearchParams): HistoryAddress {
  const deviceIds = idsIn(search.get('devices')).slice(0, MAX_VEHICLES);
  const measure = nameIn(search.get('measure'));
  const colour = COLOUR_MODES.find((mode) => mode === search.get('colour')) ?? 'speed';
  const cursor = Number(search.get('at'));
  const focus = search.get('focus') ?? '';
  return {
    deviceIds,
    period: readPeriod(search),
    colour: colour === 'measured' && measure === null ? 'speed' : colour,
    measure: colour === 'measured' ? measure : null,
    curve: nameIn(search.get('curve')),
    hidden: idsIn(search.get('hidden')).filter((id) => deviceIds.includes(id)),
    tab: HISTORY_TABS.find((name) => name === search.get('tab')) ?? 'all',
    cursor: Number.isSafeInteger(cursor) && cursor > 0 ? cursor : null,
    focus: /^\d+\.\d+$/.test(focus) ? focus : null,
  };
}

const idsIn = (text: string | null): readonly number[] =>
  [...new Set((text ?? '').split(',').map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
const nameIn = (text: string | null): string | null =>
  text === null || text === '' || text.length > LONGEST_NAME ? null : text;

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
  if (change.colour) {
    put('colour', change.colour === 'speed' ? null : change.colour);
    put('measure', change.colour === 'measured' ? (change.measure ?? null) : null);
  }
  if (change.curve !== undefined) put('curve', change.curve);
  if (change.hidden) put('hidden', change.hidden.length > 0 ? change.hidden.join(',') : null);
  if (change.tab) put('tab', change.tab === 'all' ? null : change.tab);
  if (change.cursor !== undefined)
    put('at', change.cursor === null ? null : String(Math.round(change.cursor)));
  if (change.focus !== undefined) put('focus', change.focus);
  return search;
}
