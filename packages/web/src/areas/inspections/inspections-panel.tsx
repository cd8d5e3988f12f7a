import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Panel } from '../../ui/panel.tsx';
import { ChecklistsView } from './checklists-view.tsx';
import { DefectsView } from './defects-view.tsx';
import {
  INSPECTION_TABS,
  readInspectionView,
  type InspectionTab,
  type InspectionViewProps,
} from './inspection-question.ts';
import styles from './inspections.module.css';
import { MissedView } from './missed-view.tsx';
import { ReportsView } from './reports-view.tsx';

const VIEWS: Readonly<Record<InspectionTab, (props: InspectionViewProps) => ReactNode>> = {
  inspections: ReportsView,
  defects: DefectsView,
  missed: MissedView,
  checklists: ChecklistsView,
};

/** Inspections of the vehicles of a company: what was filled in, defects, what was missed, and the checklists. */
export function InspectionsPanel() {
  const { t } = useTranslation('inspections');
  const [search, setSearch] = useSearchParams();
  const view = readInspectionView(search);
  const View = VIEWS[view.tab];
  const set: InspectionViewProps['onSet'] = (changes) =>
    setSearch(
      (old) => {
        for (const [name, value] of Object.entries(changes))
          if (value === '') old.delete(name);
          else old.set(name, value);
        return old;
      },
      { replace: true },
    );
  /** The vehicle stays: its history is all of them. */
  const choose = (tab: string | null): void =>
    setSearch(
      {
        ...(tab === null || tab === 'inspections' ? {} : { tab }),
        ...(view.deviceId > 0 && { device: String(view.deviceId) }),
      },
      { replace: true },
    );
  return (
    <Panel title={t('inspections:title')} expandable wide tall>
      <Tabs className={styles.tabs} value={view.tab} onChange={choose}>
        <Tabs.List aria-label={t('inspections:title')}>
          {INSPECTION_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`inspections:tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <View view={view} onSet={set} />
    </Panel>
  );
}
