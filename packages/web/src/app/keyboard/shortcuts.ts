import { SCREENS } from '../screens/registry.ts';

/** Screens by the letter after `g`; who may not see one goes nowhere. */
export const SCREEN_KEYS: ReadonlyMap<string, string> = new Map(
  SCREENS.flatMap(({ letter, path }) => (letter === undefined ? [] : [[letter, path] as const])),
);

/** Meaning of a key. `go` waits for a letter. */
export type Shortcut =
  | { readonly kind: 'search' | 'help' | 'go' }
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'screen'; readonly path: string };

/** @param isGoing `g` was pressed just before. */
export function shortcutOf(key: string, isGoing: boolean): Shortcut | null {
  if (isGoing) {
    const path = SCREEN_KEYS.get(key);
    return path === undefined ? null : { kind: 'screen', path };
  }
  if (key === '/') return { kind: 'search' };
  if (key === '?') return { kind: 'help' };
  if (key === 'g') return { kind: 'go' };
  if (key === 'j') return { kind: 'move', by: 1 };
  if (key === 'k') return { kind: 'move', by: -1 };
  return null;
}
