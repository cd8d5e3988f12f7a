import { useSearchParams } from 'react-router';

/** Search text of a list, stored in the address: it can be copied, reloaded and reached again with "back". */
export function useListText(): readonly [text: string, setText: (text: string) => void] {
  const [search, setSearch] = useSearchParams();
  const setText = (value: string): void =>
    setSearch(
      (old) => {
        if (value === '') old.delete('q');
        else old.set('q', value);
        return old;
      },
      { replace: true },
    );
  return [search.get('q') ?? '', setText];
}
