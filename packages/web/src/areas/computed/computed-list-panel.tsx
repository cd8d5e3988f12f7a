import type { ComputedAttribute } from '@rastro/fleet';
import { SquareFunction } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { arrangedBy, byAge, EntityList } from '../../kernel/screens/entity-list.tsx';
import { useListTexts } from '../../kernel/screens/manager-texts.ts';
import list from '../../ui/list/list.module.css';
import styles from './computed.module.css';
import { useComputed } from './use-computed.ts';
import { useComputedRights } from './use-computed-rights.ts';

const nameOf = ({ description }: ComputedAttribute): string => description;
const searchTextOf = ({ description, attribute, expression }: ComputedAttribute): string =>
  `${description}\n${attribute}\n${expression}`;
const SORTS = ['name', 'order', 'newest'] as const;
const arrange = arrangedBy<ComputedAttribute, (typeof SORTS)[number]>({
  name: null,
  // As the server runs them.
  order: (a, b) => b.priority - a.priority || a.id - b.id,
  newest: byAge,
});

/** Computed attributes, found by words in title, attribute and expression. */
export function ComputedListPanel() {
  const { t } = useTranslation('computed');
  const { may } = useComputedRights();
  return (
    <EntityList
      texts={useListTexts('computed:')}
      icon={SquareFunction}
      query={useComputed()}
      nameOf={nameOf}
      searchTextOf={searchTextOf}
      order={{ sorts: SORTS, labelOf: (sort) => t(`computed:sort.${sort}`), arrange }}
      create={may('computed.create') ? { label: t('computed:new'), path: '/computed/new' } : null}
      prefix="computed"
      rowPx={58}
      pathOf={(id) => `/computed/${id}`}
    >
      {({ description, attribute, expression, priority }) => (
        <>
          <span className={list.names}>
            <span className={list.name}>{description}</span>
            <code className={`${list.detail} ${styles.line}`}>
              {attribute} = {expression}
            </code>
          </span>
          <span className={styles.order} title={t('computed:priority')}>
            {priority}
          </span>
        </>
      )}
    </EntityList>
  );
}
