import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSignedIn } from '../../kernel/services.tsx';
import { visibleMenu } from '../screens/menu-entries.ts';
import { moveInList } from './move-in-list.ts';
import { shortcutOf, type Shortcut } from './shortcuts.ts';

/** Longest pause between `g` and the next letter. */
const GO_MS = 1500;

export interface ShortcutActions {
  /** The screen has nothing to search in. */
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** Single keys of the whole application. What is typed in a field, a dialog or a menu stays theirs. */
export function useShortcuts({ onSearch, onHelp }: ShortcutActions): void {
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const goingAt = useRef(-Infinity);
  const perform = (shortcut: Shortcut): void => {
    const screen = document.querySelector('#screen');
    if (shortcut.kind === 'help') onHelp();
    else if (shortcut.kind === 'move' && screen !== null) moveInList(screen, shortcut.by);
    else if (shortcut.kind === 'search') {
      const field = screen?.querySelector<HTMLElement>('input[type="search"]');
      if (field) field.focus();
      else onSearch();
    } else if (shortcut.kind === 'screen') {
      const isOpen =
        shortcut.path === '/home' || visibleMenu(signedIn).some(({ path }) => path === shortcut.path);
      if (isOpen) void navigate(shortcut.path);
    }
  };
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTaken(event.target)) return;
    const isGoing = event.timeStamp - goingAt.current < GO_MS;
    goingAt.current = -Infinity;
    const shortcut = shortcutOf(event.key, isGoing);
    if (shortcut === null) return;
    // The map shows its own keys.
    if (shortcut.kind === 'help' && event.target instanceof HTMLCanvasElement) return;
    if (shortcut.kind === 'go') goingAt.current = event.timeStamp;
    event.preventDefault();
    // Keys of a screen do not take the letter that belongs to `g`.
    event.stopPropagation();
    perform(shortcut);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}

const TAKEN =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';

const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null ||
  (target instanceof Element && target.closest(TAKEN) !== null);
