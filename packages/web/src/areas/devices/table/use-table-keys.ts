import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { TableLine, TableLines } from './table-lines.ts';
import type { ListSection } from '../../../live/fleet.ts';

export interface TableKeysDeps {
  readonly lines: TableLines;
  /** The vehicle to begin at. */
  readonly first: number | null;
  readonly show: (line: number) => void;
  readonly toggle: (key: ListSection['key']) => void;
  readonly press: (id: number, isRange: boolean) => void;
}
export interface TableKeys {
  /** Line that the keys mean; -1 = none. */
  readonly active: number;
  readonly isFocused: boolean;
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

const PAGE_ROWS = 10;

/** Arrows move, Enter opens a vehicle or a section, left and right close and open sections, space chooses. */
export function useTableKeys({ lines, first, show, toggle, press }: TableKeysDeps): TableKeys {
  // What is meant moves with its line while the list goes on changing.
  const [meant, setMeant] = useState<TableLine | undefined>(
    first === null ? undefined : { kind: 'vehicle', id: first },
  );
  const [isFocused, setFocused] = useState(false);
  const active = placeOf(lines, meant);
  const activate = (line: number): void => {
    const target = Math.min(Math.max(line, 0), lines.count - 1);
    setMeant(lines.at(target));
    show(target);
  };
  return {
    active,
    isFocused,
    handlers: {
      onKeyDown: (event) => {
        // Heads and menus of columns have keys of their own.
        if (event.target !== event.currentTarget) return;
        const next = targetOf(event.key, active, lines.count);
        const line = lines.at(active);
        if (next !== undefined) activate(next);
        else if (line === undefined || !takes(event, line, { toggle, press })) return;
        event.preventDefault();
      },
      onFocus: (event) => {
        if (event.target !== event.currentTarget) return;
        setFocused(true);
        if (active === -1) setMeant(lines.at(0));
      },
      onBlur: () => setFocused(false),
    },
  };
}

function takes(
  { key, shiftKey }: KeyboardEvent,
  line: TableLine,
  { toggle, press }: Pick<TableKeysDeps, 'toggle' | 'press'>,
): boolean {
  if (line.kind === 'section') {
    const isMeant = key === 'Enter' || key === ' ' || key === (line.isOpen ? 'ArrowLeft' : 'ArrowRight');
    if (isMeant) toggle(line.section.key);
    return isMeant;
  }
  if (key !== 'Enter' && key !== ' ') return false;
  press(line.id, key === ' ' && shiftKey);
  return true;
}

function placeOf(lines: TableLines, line: TableLine | undefined): number {
  if (line === undefined) return -1;
  return line.kind === 'vehicle' ? lines.lineOf(line.id) : lines.lineOfSection(line.section.key);
}

/** Cell that a key moves to; undefined = none. */
function targetOf(key: string, at: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE_ROWS,
    PageUp: at - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
}
