import { useSearchParams } from 'react-router';

/** What a list is searched for, in the address: it can be copied, reloaded and gone back to. */
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
