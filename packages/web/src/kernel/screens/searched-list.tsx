import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListView, type ListViewProps } from '../../ui/list/list-view.tsx';
import styles from '../../ui/list/list.module.css';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { useListFailure } from './use-list-failure.ts';
import type { ListSort } from './use-list-sort.ts';

export interface SearchedListProps<S extends string> {
  /** The list of the server. */
  readonly query: Pick<UseQueryResult<unknown>, 'data' | 'error' | 'refetch'>;
  /** Number of rows that are found. */
  readonly count: number;
  readonly search: {
    readonly label: string;
    readonly text: string;
    readonly onChange: (text: string) => void;
    /** The arrow key leads on to the rows. */
    readonly onDown?: () => void;
  };
  /** Orders to choose from; absent = there is one. */
  readonly sorts?: {
    readonly names: readonly S[];
    readonly labelOf: (sort: S) => string;
    readonly order: ListSort<S>;
  };
  /** Next to the search. */
  readonly tools?: ReactNode;
  readonly icon: LucideIcon;
  readonly texts: {
    readonly failed: string;
    readonly empty: string;
    readonly emptyText: string;
    readonly notFound: string;
    readonly notFoundText: string;
  };
  /** Action that creates the first one. */
  readonly emptyAction?: ListViewProps['empty']['action'];
  readonly rowPx: number;
  /** The rows. */
  readonly children: ReactNode;
}

/** Search, order, and the rows that are found, or what stands where they would be. */
export function SearchedList<S extends string>(props: SearchedListProps<S>) {
  const { query, count, search, sorts, tools, icon, texts, emptyAction, rowPx, children } = props;
  const { text, onChange } = search;
  const failure = useListFailure(query, texts.failed);
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          label={search.label}
          value={text}
          onChange={onChange}
          onDown={search.onDown ?? (() => undefined)}
        />
        {sorts !== undefined && sorts.names.length > 1 && (
          <SortMenu
            fields={sorts.names.map((name) => ({ name, label: sorts.labelOf(name) }))}
            field={sorts.order.sort}
            isDown={sorts.order.isDown}
            onChoose={sorts.order.choose}
          />
        )}
        {tools}
      </div>
      <ListView
        count={query.data === undefined ? undefined : count}
        rowPx={rowPx}
        failure={failure}
        empty={{
          icon,
          title: texts.empty,
          text: texts.emptyText,
          ...(emptyAction !== undefined && { action: emptyAction }),
        }}
        notFound={
          text.trim() === ''
            ? null
            : { title: texts.notFound, text: texts.notFoundText, onReset: () => onChange('') }
        }
      >
        {children}
      </ListView>
    </>
  );
}
