import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ListBox, type ListBoxHandle } from '../../ui/list/list-box.tsx';
import { ListView, type ListViewProps } from '../../ui/list/list-view.tsx';
import styles from '../../ui/list/list.module.css';
import { SearchField } from '../../ui/list/search-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useListFailure } from './use-list-failure.ts';
import { useMadeId, useNotice } from './use-notice.ts';

export interface ListPanelProps {
  readonly title: string;
  /** The list of the server. */
  readonly query: Pick<UseQueryResult<unknown>, 'data' | 'error' | 'refetch'>;
  /** Ids of the rows, filtered and in order. */
  readonly ids: readonly number[];
  readonly search: {
    readonly label: string;
    readonly text: string;
    readonly onChange: (text: string) => void;
  };
  readonly texts: {
    readonly failed: string;
    readonly notFound: string;
    readonly notFoundText: string;
  };
  readonly empty: ListViewProps['empty'];
  /** Messages of a form that has closed, by key. */
  readonly notices: Readonly<Record<'saved' | 'deleted', string>>;
  /** Next steps for an object that was just created. */
  readonly renderNext?: (id: number) => ReactNode;
  /** The way to a new one; null = it may not be made. */
  readonly create: { readonly label: string; readonly path: string } | null;
  /** Instead of the button for a new one, where there are several ways to it. */
  readonly badge?: ReactNode;
  readonly actions?: ReactNode;
  /** Above the search, e.g. which kind is shown. */
  readonly above?: ReactNode;
  /** Next to the search: the order. */
  readonly tools?: ReactNode;
  /** Makes the ids of the rows in the page. */
  readonly prefix: string;
  readonly rowPx: number;
  readonly pathOf: (id: number) => string;
  /** Content of a row; called at every scroll. */
  readonly children: (id: number) => ReactNode;
}

/**
 * The screen of every manager: search, order, rows that exist only in sight, by keyboard and pointer, and what
 * stands where they would be. What is searched for lives in the address (`useListText`).
 */
export function ListPanel(props: ListPanelProps) {
  const { title, query, ids, search, texts, empty, create, badge, actions, above, tools } = props;
  const navigate = useNavigate();
  const failure = useListFailure(query, texts.failed);
  const box = useRef<ListBoxHandle>(null);
  const notice = useNotice();
  const madeId = useMadeId();
  return (
    <Panel title={title} badge={badge ?? <CreateButton create={create} />} actions={actions}>
      <p className={styles.notice} role="status">
        {notice === null ? '' : props.notices[notice]}
      </p>
      {madeId !== null && props.renderNext && <div className={styles.next}>{props.renderNext(madeId)}</div>}
      {above}
      <div className={styles.tools}>
        <SearchField
          label={search.label}
          value={search.text}
          onChange={search.onChange}
          onDown={() => box.current?.focus()}
        />
        {tools}
      </div>
      <ListView
        count={query.data === undefined ? undefined : ids.length}
        rowPx={props.rowPx}
        failure={failure}
        empty={empty}
        notFound={
          search.text.trim() === ''
            ? null
            : { title: texts.notFound, text: texts.notFoundText, onReset: () => search.onChange('') }
        }
      >
        <ListBox
          ref={box}
          label={title}
          prefix={props.prefix}
          keys={ids}
          rowPx={props.rowPx}
          onOpen={(id) => void navigate(props.pathOf(id))}
        >
          {props.children}
        </ListBox>
      </ListView>
    </Panel>
  );
}

function CreateButton({ create }: Pick<ListPanelProps, 'create'>) {
  const navigate = useNavigate();
  if (create === null) return null;
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<Plus size={15} aria-hidden />}
      onClick={() => void navigate(create.path)}
    >
      {create.label}
    </Button>
  );
}
