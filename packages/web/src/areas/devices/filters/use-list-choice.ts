import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { UNSAFE_DataRouterContext, useLocation, useSearchParams } from 'react-router';
import type { Preferences } from '../../../kernel/preferences.ts';
import { useServices } from '../../../kernel/services.tsx';
import { holdsChoice, readChoice, writeChoice, type ListChoice } from './list-query.ts';
import { OwnWrites } from './own-writes.ts';

const URL_DELAY_MS = 250;

export interface ListChoiceControl {
  readonly choice: ListChoice;
  readonly change: (part: Partial<ListChoice>) => void;
  /** The filter is still the one from the last visit: the user has not changed it yet. */
  readonly isRestored: boolean;
}

/** The last list choice that this browser stored, as query text. */
export function storedChoice(preferences: Preferences): ListChoice {
  return readChoice(new URLSearchParams(preferences.read('query') ?? ''));
}

/**
 * The list's choice, stored in the address and in the preference `query`. Typing is shown at once and written to the
 * address after a pause: browsers limit the number of address changes.
 */
export function useListChoice(): ListChoiceControl {
  const { preferences } = useServices();
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  // What the router knows now: what was rendered last still shows the list while the next screen gets ready.
  const isLeaving = (): boolean => {
    const target = router && (router.state.navigation.location ?? router.state.location);
    return target !== undefined && target.pathname !== pathname;
  };
  const [restored] = useState(() => (holdsChoice(search) ? null : storedChoice(preferences)));
  const [choice, setChoice] = useState<ListChoice>(() => restored ?? readChoice(search));
  const writes = useRef(new OwnWrites());

  const write = useEffectEvent((text: string) => {
    preferences.write('query', text === '' ? null : text);
    // Who is on the way to another screen is not called back to this one.
    if (isLeaving() || writes.current.latest === text) return;
    writes.current.wrote(text);
    setSearch((old) => writeChoice(old, choice), { replace: true });
  });
  useEffect(() => {
    const timer = setTimeout(
      () => write(writeChoice(new URLSearchParams(), choice).toString()),
      URL_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [choice]);

  useEffect(() => {
    // Back, forward or a link changed the address under us.
    const arrived = readChoice(search);
    const text = writeChoice(new URLSearchParams(), arrived).toString();
    if (writes.current.isForeign(text)) setChoice(arrived);
  }, [search]);

  return {
    choice,
    isRestored: choice === restored,
    change: (part) => setChoice((old) => ({ ...old, ...part })),
  };
}
