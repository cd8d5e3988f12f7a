import { useSearchParams } from 'react-router';

export interface ListSort<F extends string> {
  readonly sort: F;
  readonly isDown: boolean;
  /** Choosing the same again turns the order round. */
  readonly choose: (sort: F) => void;
}

/** The order of a list, in the address; the first one leaves no trace. */
export function useListSort<F extends string>(sorts: readonly [F, ...F[]]): ListSort<F> {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('sort') ?? '';
  const [first] = sorts;
  const sort = sorts.find((name) => name === asked.replace('-', '')) ?? first;
  const isDown = asked.startsWith('-');
  const choose = (name: F): void =>
    setSearch(
      (old) => {
        const next = name === sort && !isDown ? `-${name}` : name;
        if (next === first) old.delete('sort');
        else old.set('sort', next);
        return old;
      },
      { replace: true },
    );
  return { sort, isDown, choose };
}
