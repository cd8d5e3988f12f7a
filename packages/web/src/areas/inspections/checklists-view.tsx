import { Button } from '@mantine/core';
import type { Checklist } from '@rastro/fleet/inspections';
import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { ChecklistDialog } from './checklist-dialog.tsx';
import { ChecklistForm } from './checklist-form.tsx';
import type { InspectionViewProps } from './inspection-question.ts';
import styles from './inspections.module.css';
import { useCategoryText } from './use-category-text.ts';
import { useChecklists } from './use-inspections.ts';

const ROW_PX = 56;

/** Checklists by name. */
export function ChecklistsView({ view, onSet }: InspectionViewProps) {
  const { t } = useTranslation('inspections');
  const query = useChecklists(view.text);
  const failure = useListFailure(query, t('inspections:failed'));
  const { may, isReadonly } = useRights();
  const [isMaking, setMaking] = useState(false);
  const [opened, setOpened] = useState<Checklist | null>(null);
  const found = query.data?.pages.flatMap((page) => page.checklists);
  const mayMake = !isReadonly && may('inspections.edit');
  const done = (): void => setMaking(false);
  return (
    <div className={styles.page}>
      <div className={styles.find}>
        <SearchField
          label={t('inspections:checklist.search')}
          value={view.text}
          onChange={(value) => onSet({ q: value })}
        />
        {mayMake && (
          <Button size="sm" leftSection={<Plus size={14} aria-hidden />} onClick={() => setMaking(true)}>
            {t('inspections:checklist.new')}
          </Button>
        )}
      </div>
      <ListView
        count={found?.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{
          icon: ListChecks,
          title: t('inspections:checklist.empty'),
          text: t('inspections:checklist.emptyText'),
        }}
        notFound={
          view.text === ''
            ? null
            : {
                title: t('inspections:notFound'),
                text: t('inspections:notFoundText'),
                onReset: () => onSet({ q: '' }),
              }
        }
      >
        <ul className={styles.rows} aria-label={t('inspections:tab.checklists')}>
          {found?.map((checklist) => (
            <ChecklistRow key={checklist.id} checklist={checklist} onOpen={() => setOpened(checklist)} />
          ))}
        </ul>
        <FurtherLines failure={failure?.text ?? null} more={t('inspections:more')} query={query} />
      </ListView>
      {isMaking && <ChecklistForm checklist={null} onDone={done} onClose={done} />}
      {opened !== null && (
        <ChecklistDialog
          checklist={found?.find(({ id }) => id === opened.id) ?? opened}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

function ChecklistRow({ checklist, onOpen }: { readonly checklist: Checklist; readonly onOpen: () => void }) {
  const { t } = useTranslation('inspections');
  const categoryText = useCategoryText();
  const { name, categories, phases, items, blocksCheckIn } = checklist;
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.what}>
          <strong dir="auto">{name}</strong>
          <small>{phases.map((phase) => t(`inspections:phase.${phase}`)).join(' · ')}</small>
        </span>
        <span className={styles.whose}>
          {categories.length === 0
            ? t('inspections:checklist.allVehicles')
            : categories.map(categoryText).join(', ')}
        </span>
        <span className={styles.when}>{t('inspections:checklist.questions', { count: items.length })}</span>
        <span className={styles.state}>
          {blocksCheckIn && <small>{t('inspections:checklist.blocks')}</small>}
        </span>
      </button>
    </li>
  );
}
