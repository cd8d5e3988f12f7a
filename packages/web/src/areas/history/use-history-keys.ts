import { HOUR_S, MINUTE_S } from '@rastro/base';
import { useEffect, useEffectEvent } from 'react';
import type { HistoryRow } from './chronology.ts';
import { RATES, type Player } from './player.ts';
import { stepFrom } from './track.ts';

const VEHICLES = /^[1-6]$/;

export interface HistoryKeys {
  readonly player: Player;
  readonly rows: readonly HistoryRow[];
  readonly isFocused: boolean;
  readonly onLeaveFocus: () => void;
  /** The first vehicle is 0. */
  readonly onVehicle: (index: number) => void;
}

/** The last beginning before the clock, or the next after it, of rows of a kind. */
export function seekRow(
  { player, rows }: Pick<HistoryKeys, 'player' | 'rows'>,
  kind: HistoryRow['kind'],
  direction: 1 | -1,
): void {
  const { cursor } = player.state();
  const own = rows.filter((row) => row.kind === kind);
  const found =
    direction === 1 ? own.find(({ from }) => from > cursor) : own.findLast(({ from }) => from < cursor - 1);
  if (found !== undefined) player.seek(found.from);
}

/** Keys of the screen. What is typed, and what buttons and lists do with a key, stays theirs. */
export function useHistoryKeys(options: HistoryKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.metaKey || isTaken(event)) return;
    const action = actionOf(event, options);
    if (action === null) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input, textarea, select, [contenteditable], [role="dialog"], dialog, [role="menu"]'))
    return true;
  const isArrow = key.startsWith('Arrow') || ['Home', 'End', 'PageUp', 'PageDown'].includes(key);
  if (isArrow) return target.closest('[role="tab"], [role="listbox"]') !== null;
  return (key === ' ' || key === 'Enter') && target.closest('button, a') !== null;
}

function actionOf(event: KeyboardEvent, options: HistoryKeys): (() => void) | null {
  const { player, isFocused, onLeaveFocus, onVehicle } = options;
  const { cursor, rate, follow, skip } = player.state();
  const by = (seconds: number) => () => player.seek(cursor + seconds);
  const move = (direction: 1 | -1): (() => void) => {
    if (event.ctrlKey) return () => seekRow(options, 'trip', direction);
    if (event.shiftKey) return by(direction * MINUTE_S);
    return () => player.seek(stepFrom(player.tracks, cursor, direction));
  };
  const pace = (steps: 1 | -1) => () => {
    const next = RATES[RATES.indexOf(rate) + steps];
    if (next !== undefined) player.set({ rate: next });
  };
  const actions: Readonly<Record<string, () => void>> = {
    ' ': () => player.toggle(),
    ArrowLeft: move(-1),
    ArrowRight: move(1),
    PageUp: by(-HOUR_S),
    PageDown: by(HOUR_S),
    Home: () => player.seek(player.span.from),
    End: () => player.seek(player.span.to),
    '+': pace(1),
    '=': pace(1),
    '-': pace(-1),
    e: () => seekRow(options, 'event', 1),
    E: () => seekRow(options, 'event', -1),
    f: () => player.set({ follow: !follow }),
    s: () => player.set({ skip: !skip }),
    ...(isFocused ? { Escape: onLeaveFocus } : {}),
  };
  if (event.ctrlKey && !event.key.startsWith('Arrow')) return null;
  if (VEHICLES.test(event.key)) return () => onVehicle(Number(event.key) - 1);
  return actions[event.key] ?? null;
}
