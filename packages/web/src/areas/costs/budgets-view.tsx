import { Button } from '@mantine/core';
import { spentShare, type BudgetNow } from '@rastro/fleet/costs';
import { PiggyBank, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { BudgetDialog } from './budget-dialog.tsx';
import { BudgetForm } from './budget-form.tsx';
import { BudgetRow } from './budget-row.tsx';
import type { CostViewProps } from './cost-question.ts';
import styles from './costs.module.css';
import { useBudgets } from './use-costs.ts';

const ROW_PX = 72;
const SORTS = ['share', 'name', 'amount'] as const;
type Sort = (typeof SORTS)[number];

/** Budgets with what is spent of them, the fullest first. */
export function BudgetsView({ view, onSet }: CostViewProps) {
  const { t } = useTranslation('costs');
  const { may, isReadonly } = useRights();
  const query = useBudgets(view);
  const failure = useListFailure(query, t('costs:failed'));
  const [isMaking, setMaking] = useState(false);
  const [openedId, setOpenedId] = useState<number | null>(null);
  const { budgets, order } = useSorted(query.data?.pages.flatMap((page) => page.budgets));
  const opened = budgets?.find(({ id }) => id === openedId);
  const done = (): void => setMaking(false);
  return (
    <div className={styles.page}>
      <div className={styles.find}>
        <SearchField
          label={t('costs:budgets.search')}
          value={view.text}
          onChange={(value) => onSet({ q: value })}
        />
        <SortMenu {...order} />
        {!isReadonly && may('costs.create') && (
          <Button size="sm" leftSection={<Plus size={14} aria-hidden />} onClick={() => setMaking(true)}>
            {t('costs:budgets.new')}
          </Button>
        )}
      </div>
      {query.data?.pages[0]?.hasEvents === false && (
        <p className={styles.note} role="note">
          {t('costs:budgets.noEvents')}
        </p>
      )}
      <ListView
        count={budgets?.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{ icon: PiggyBank, title: t('costs:budgets.empty'), text: t('costs:budgets.emptyText') }}
        notFound={
          view.text !== ''
            ? {
                title: t('costs:budgets.notFound'),
                text: t('costs:notFoundText'),
                onReset: () => onSet({ q: '' }),
              }
            : null
        }
      >
        <ul className={styles.rows} aria-label={t('costs:tab.budgets')}>
          {budgets?.map((budget) => (
            <BudgetRow key={budget.id} budget={budget} onOpen={() => setOpenedId(budget.id)} />
          ))}
        </ul>
        <FurtherLines failure={failure?.text ?? null} more={t('costs:more')} query={query} />
      </ListView>
      {isMaking && <BudgetForm budget={null} onDone={done} onClose={done} />}
      {opened !== undefined && <BudgetDialog budget={opened} onClose={() => setOpenedId(null)} />}
    </div>
  );
}

function useSorted(all: readonly BudgetNow[] | undefined) {
  const { t } = useTranslation('costs');
  const [{ field, isDown }, setOrder] = useState<{ readonly field: Sort; readonly isDown: boolean }>({
    field: 'share',
    isDown: true,
  });
  const sign = isDown ? -1 : 1;
  const valueOf = (budget: BudgetNow): number => (field === 'share' ? spentShare(budget) : budget.cents);
  return {
    budgets: all?.toSorted(
      (a, b) => sign * (field === 'name' ? a.name.localeCompare(b.name) : valueOf(a) - valueOf(b)),
    ),
    order: {
      fields: SORTS.map((name) => ({ name, label: t(`costs:budgets.sort.${name}`) })),
      field,
      isDown,
      onChoose: (name: Sort) =>
        setOrder((old) => ({ field: name, isDown: old.field === name ? !old.isDown : name !== 'name' })),
    },
  };
}
