import type { ComputedAttribute } from '@rastro/fleet';
import { SquareFunction } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPanel } from '../../kernel/screens/list-panel.tsx';
import { useFound } from '../../kernel/screens/use-found.ts';
import { useListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import list from '../../ui/list/list.module.css';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import styles from './computed.module.css';
import { useComputed } from './use-computed.ts';
import { useComputedRights } from './use-computed-rights.ts';

const ROW_PX = 58;
const SORTS = ['name', 'order', 'newest'] as const;
const nameOf = ({ description }: ComputedAttribute): string => description;
const searchTextOf = ({ description, attribute, expression }: ComputedAttribute): string =>
  `${description}\n${attribute}\n${expression}`;

/** Computed attributes, found by words in title, attribute and expression. */
export function ComputedListPanel() {
  const { t } = useTranslation('computed');
  const { may } = useComputedRights();
  const computed = useComputed();
  const [text, setText] = useListText();
  const found = useFound(computed.data, text, { searchTextOf, nameOf });
  const { sort, isDown, choose } = useListSort(SORTS);
  const visibleAttributes = useMemo(() => {
    const ordered = sort === 'name' ? found : found.toSorted(sort === 'newest' ? byAge : byOrder);
    return isDown ? ordered.toReversed() : ordered;
  }, [found, sort, isDown]);
  const byId = useMemo(() => new Map(visibleAttributes.map((each) => [each.id, each])), [visibleAttributes]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  return (
    <ListPanel
      title={t('computed:title')}
      query={computed}
      ids={ids}
      search={{ label: t('computed:search'), text, onChange: setText }}
      texts={{
        failed: t('computed:failed'),
        notFound: t('computed:notFound'),
        notFoundText: t('computed:notFoundText'),
      }}
      empty={{ icon: SquareFunction, title: t('computed:empty'), text: t('computed:emptyText') }}
      notices={{ saved: t('computed:notice.saved'), deleted: t('computed:notice.deleted') }}
      create={may('computed.create') ? { label: t('computed:new'), path: '/computed/new' } : null}
      tools={
        <SortMenu
          fields={SORTS.map((name) => ({ name, label: t(`computed:sort.${name}`) }))}
          field={sort}
          isDown={isDown}
          onChoose={choose}
        />
      }
      prefix="computed"
      rowPx={ROW_PX}
      pathOf={(id) => `/computed/${id}`}
    >
      {(id) => {
        const each = byId.get(id);
        return each === undefined ? null : (
          <>
            <span className={list.names}>
              <span className={list.name}>{each.description}</span>
              <code className={`${list.detail} ${styles.line}`}>
                {each.attribute} = {each.expression}
              </code>
            </span>
            <span className={styles.order} title={t('computed:priority')}>
              {each.priority}
            </span>
          </>
        );
      }}
    </ListPanel>
  );
}

const byAge = (a: ComputedAttribute, b: ComputedAttribute): number => b.id - a.id;
/** As the server runs them. */
const byOrder = (a: ComputedAttribute, b: ComputedAttribute): number =>
  b.priority - a.priority || a.id - b.id;
