import { foldText, searchWords } from '@rastro/fleet';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Names in the order of this language: numbers by their value, case and accents aside. */
export function useCompareNames(): (a: string, b: string) => number {
  const { i18n } = useTranslation();
  return useMemo(
    () => new Intl.Collator(i18n.language, { numeric: true, sensitivity: 'base' }).compare,
    [i18n.language],
  );
}

/**
 * The items in whose words every word of the text occurs, by name.
 * @param searchTextOf,nameOf Must be the same functions each time; the words are folded once, not per letter typed.
 */
export function useFound<T>(
  items: readonly T[] | undefined,
  text: string,
  {
    searchTextOf,
    nameOf,
  }: { readonly searchTextOf: (item: T) => string; readonly nameOf: (item: T) => string },
): readonly T[] {
  const asked = useDeferredValue(text);
  const compare = useCompareNames();
  const ordered = useMemo(
    () =>
      (items ?? [])
        .map((item) => ({ item, name: nameOf(item), folded: foldText(searchTextOf(item)) }))
        .toSorted((a, b) => compare(a.name, b.name)),
    [items, searchTextOf, nameOf, compare],
  );
  return useMemo(() => {
    const words = searchWords(asked);
    return ordered
      .filter(({ folded }) => words.every((word) => folded.includes(word)))
      .map(({ item }) => item);
  }, [ordered, asked]);
}
