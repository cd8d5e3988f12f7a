import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ListBox, type ListBoxHandle } from '../../ui/list/list-box.tsx';
import styles from '../../ui/list/list.module.css';
import { Panel } from '../../ui/panel.tsx';
import { SearchedList, type SearchedListProps } from './searched-list.tsx';
import { useMadeId, useNotice } from './use-notice.ts';

export interface ListPanelProps<S extends string> extends Pick<
  SearchedListProps<S>,
  'query' | 'search' | 'sorts' | 'tools' | 'icon' | 'texts' | 'rowPx'
> {
  readonly title: string;
  /** Ids of the rows, filtered and in order. */
  readonly ids: readonly number[];
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
  /** Makes the ids of the rows in the page. */
  readonly prefix: string;
  readonly pathOf: (id: number) => string;
  /** Content of a row; called at every scroll. */
  readonly children: (id: number) => ReactNode;
}

/**
 * The screen of every manager: search, order, rows that exist only in sight, by keyboard and pointer, and what
 * stands where they would be. What is searched for lives in the address (`useListText`).
 */
export function ListPanel<S extends string>(props: ListPanelProps<S>) {
  const { title, ids, search, create, badge, actions, above } = props;
  const navigate = useNavigate();
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
      <SearchedList {...props} count={ids.length} search={{ ...search, onDown: () => box.current?.focus() }}>
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
      </SearchedList>
    </Panel>
  );
}

function CreateButton({ create }: Pick<ListPanelProps<string>, 'create'>) {
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
