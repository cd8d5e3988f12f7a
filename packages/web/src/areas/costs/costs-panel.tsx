import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Panel } from '../../ui/panel.tsx';
import { BudgetsView } from './budgets-view.tsx';
import { COST_TABS, readCostView, type CostTab, type CostViewProps } from './cost-question.ts';
import styles from './costs.module.css';
import { LinesView } from './lines-view.tsx';
import { MonthsView } from './months-view.tsx';
import { OwnershipView } from './ownership-view.tsx';
import { RecurringView } from './recurring-view.tsx';
import { ReportView } from './report-view.tsx';
import { TankView } from './tank-view.tsx';

const VIEWS: Readonly<Record<CostTab, (props: CostViewProps) => ReactNode>> = {
  lines: LinesView,
  months: MonthsView,
  report: ReportView,
  ownership: OwnershipView,
  budgets: BudgetsView,
  tank: TankView,
  recurring: RecurringView,
};

/** Costs of the vehicles of a company: the lines, what they add up to, and what comes again. */
export function CostsPanel() {
  const { t } = useTranslation('costs');
  const [search, setSearch] = useSearchParams();
  const view = readCostView(search);
  const View = VIEWS[view.tab];
  const set: CostViewProps['onSet'] = (changes) =>
    setSearch(
      (old) => {
        for (const [name, value] of Object.entries(changes))
          if (value === '') old.delete(name);
          else old.set(name, value);
        return old;
      },
      { replace: true },
    );
  return (
    <Panel title={t('costs:title')} expandable wide tall>
      <Tabs
        className={styles.tabs}
        value={view.tab}
        onChange={(tab) => setSearch(tab === null || tab === 'lines' ? {} : { tab }, { replace: true })}
      >
        <Tabs.List aria-label={t('costs:title')}>
          {COST_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`costs:tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <View view={view} onSet={set} />
    </Panel>
  );
}
