import { Button } from '@mantine/core';
import { CloudOff, FolderTree, Plus, SearchX } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { ListBox, type ListBoxHandle } from '../../ui/list/list-box.tsx';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import list from '../../ui/list/list.module.css';
import { SearchField } from '../../ui/list/search-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { foundRows } from './group-tree.ts';
import styles from './groups.module.css';
import { useGroupTree } from './use-groups.ts';

const ROW_PX = 48;
const DEEPEST = 8;

/** The groups of the person as a tree, with the number of their vehicles. */
export function GroupListPanel() {
  const { t } = useTranslation('groups');
  const navigate = useNavigate();
  const failureText = useFailureText();
  const { may, isReadonly } = useRights();
  const { rows, groups } = useGroupTree();
  const box = useRef<ListBoxHandle>(null);
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const text = search.get('q') ?? '';
  const shown = useMemo(() => foundRows(rows, text), [rows, text]);
  const byId = useMemo(() => new Map(shown.map((row) => [row.group.id, row])), [shown]);
  const ids = useMemo(() => shown.map(({ group }) => group.id), [shown]);
  const setText = (value: string): void =>
    setSearch(
      (old) => {
        if (value === '') old.delete('q');
        else old.set('q', value);
        return old;
      },
      { replace: true },
    );
  const notice = (state as { readonly notice?: 'saved' | 'deleted' } | null)?.notice;
  return (
    <Panel
      title={t('groups:title')}
      badge={
        !isReadonly &&
        may('groups.create') && (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<Plus size={15} aria-hidden />}
            onClick={() => void navigate('/groups/new')}
          >
            {t('groups:new')}
          </Button>
        )
      }
    >
      <p className={list.notice} role="status">
        {notice !== undefined && t(`groups:notice.${notice}`)}
      </p>
      <div className={list.tools}>
        <SearchField
          label={t('groups:search')}
          value={text}
          onChange={setText}
          onDown={() => box.current?.focus()}
        />
      </div>
      {groups.data === undefined && groups.error !== null ? (
        <ListMessage
          role="alert"
          icon={<CloudOff strokeWidth={1.25} aria-hidden />}
          title={t('groups:failed')}
          text={failureText(failureIn(groups.error))}
          action={{ label: t('common:list.retry'), onClick: () => void groups.refetch() }}
        />
      ) : groups.data === undefined ? (
        <ListLoading rowPx={ROW_PX} />
      ) : shown.length > 0 ? (
        <ListBox
          ref={box}
          label={t('groups:title')}
          prefix="group"
          keys={ids}
          rowPx={ROW_PX}
          onOpen={(id) => void navigate(`/groups/${id}`)}
        >
          {(id) => {
            const row = byId.get(id);
            return row === undefined ? null : (
              <>
                <span className={styles.indent} data-depth={Math.min(row.depth, DEEPEST)} aria-hidden />
                <span className={list.names}>
                  <span className={list.name}>{row.group.name}</span>
                </span>
                <span className={styles.count}>{t('groups:devices', { count: row.devices.below })}</span>
              </>
            );
          }}
        </ListBox>
      ) : text.trim() === '' ? (
        <ListMessage
          icon={<FolderTree strokeWidth={1.25} aria-hidden />}
          title={t('groups:empty')}
          text={t('groups:emptyText')}
        />
      ) : (
        <ListMessage
          icon={<SearchX strokeWidth={1.25} aria-hidden />}
          title={t('groups:notFound')}
          text={t('groups:notFoundText')}
          action={{ label: t('common:list.clear'), onClick: () => setText('') }}
        />
      )}
    </Panel>
  );
}
