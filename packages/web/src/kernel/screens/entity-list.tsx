import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { ListPanel, type ListPanelProps } from './list-panel.tsx';
import type { ListTexts } from './manager-texts.ts';
import { useFound } from './use-found.ts';
import { useListSort } from './use-list-sort.ts';
import { useListText } from './use-list-text.ts';

export interface ListOrder<S extends string> {
  readonly sort: S;
  readonly isDown: boolean;
}

export interface EntityListProps<T, S extends string> extends Pick<
  ListPanelProps<S>,
  'create' | 'above' | 'actions' | 'prefix' | 'rowPx' | 'pathOf'
> {
  readonly texts: ListTexts;
  readonly icon: LucideIcon;
  readonly query: Pick<UseQueryResult<readonly T[]>, 'data' | 'error' | 'refetch'>;
  /** Name of an object, by which the list is sorted; the same function each time. */
  readonly nameOf: (entity: T) => string;
  /** Words by which an object is found; the same function each time. */
  readonly searchTextOf: (entity: T) => string;
  readonly order: {
    /** Orders to choose from; no menu for one. */
    readonly sorts: readonly [S, ...S[]];
    readonly labelOf: (sort: S) => string;
    /** Sorts what is found, which comes by name; the same function each time. */
    readonly arrange: (found: readonly T[], order: ListOrder<S>) => readonly T[];
  };
  /** Content of a row; called at every scroll. */
  readonly children: (entity: T) => ReactNode;
}

/** The list of a manager: found by words, in the order of the address. */
export function EntityList<T extends { readonly id: number }, S extends string>(
  props: EntityListProps<T, S>,
) {
  const { texts, icon, query, nameOf, searchTextOf, order, children, ...panel } = props;
  const { sorts, labelOf, arrange } = order;
  const [text, setText] = useListText();
  const found = useFound(query.data, text, { searchTextOf, nameOf });
  const address = useListSort(sorts);
  const { sort, isDown } = address;
  const byId = useMemo(
    () => new Map(arrange(found, { sort, isDown }).map((entity) => [entity.id, entity])),
    [arrange, found, sort, isDown],
  );
  const ids = useMemo(() => [...byId.keys()], [byId]);
  return (
    <ListPanel
      {...panel}
      title={texts('title')}
      query={query}
      ids={ids}
      search={{ label: texts('search'), text, onChange: setText }}
      icon={icon}
      texts={{
        failed: texts('failed'),
        empty: texts('empty'),
        emptyText: texts('emptyText'),
        notFound: texts('notFound'),
        notFoundText: texts('notFoundText'),
      }}
      notices={{ saved: texts('notice.saved'), deleted: texts('notice.deleted') }}
      sorts={{ names: sorts, labelOf, order: address }}
    >
      {(id) => {
        const entity = byId.get(id);
        return entity === undefined ? null : children(entity);
      }}
    </ListPanel>
  );
}

/** Orders of a list by comparing two of its objects; null = as they are found, by name. */
export const arrangedBy =
  <T, S extends string>(comparisons: Readonly<Record<S, ((a: T, b: T) => number) | null>>) =>
  (found: readonly T[], { sort, isDown }: ListOrder<S>): readonly T[] => {
    const compare = comparisons[sort];
    const ordered = compare === null ? found : found.toSorted(compare);
    return isDown ? ordered.toReversed() : ordered;
  };

/** The newest first. */
export const byAge = (a: { readonly id: number }, b: { readonly id: number }): number => b.id - a.id;
