import { FolderTree } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPanel } from '../../kernel/screens/list-panel.tsx';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useRights } from '../../kernel/use-rights.ts';
import list from '../../ui/list/list.module.css';
import { foundRows } from './group-tree.ts';
import styles from './groups.module.css';
import { useGroupTree } from './use-groups.ts';

const ROW_PX = 48;
const DEEPEST = 8;

/** The groups of the user as a tree, with the number of their vehicles. */
export function GroupListPanel() {
  const { t } = useTranslation('groups');
  const { may, isReadonly } = useRights();
  const { rows, groups } = useGroupTree();
  const [text, setText] = useListText();
  const visibleRows = useMemo(() => foundRows(rows, text), [rows, text]);
  const byId = useMemo(() => new Map(visibleRows.map((row) => [row.group.id, row])), [visibleRows]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  return (
    <ListPanel
      title={t('groups:title')}
      query={groups}
      ids={ids}
      search={{ label: t('groups:search'), text, onChange: setText }}
      icon={FolderTree}
      texts={{
        empty: t('groups:empty'),
        emptyText: t('groups:emptyText'),
        failed: t('groups:failed'),
        notFound: t('groups:notFound'),
        notFoundText: t('groups:notFoundText'),
      }}
      notices={{ saved: t('groups:notice.saved'), deleted: t('groups:notice.deleted') }}
      create={!isReadonly && may('groups.create') ? { label: t('groups:new'), path: '/groups/new' } : null}
      prefix="group"
      rowPx={ROW_PX}
      pathOf={(id) => `/groups/${id}`}
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
    </ListPanel>
  );
}
