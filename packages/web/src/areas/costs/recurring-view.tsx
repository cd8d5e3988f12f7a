import { Button } from '@mantine/core';
import type { RecurringCost } from '@rastro/fleet/costs';
import { CalendarSync, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VehiclePicker } from '../../kernel/fleet/vehicle-picker.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { KindIcon } from './cost-kind.tsx';
import type { CostViewProps } from './cost-question.ts';
import styles from './costs.module.css';
import { RecurringDialog } from './recurring-dialog.tsx';
import { RecurringForm } from './recurring-form.tsx';
import { useRecurring } from './use-costs.ts';

const ROW_PX = 56;

/** Costs that come again: each makes its lines when they are due. */
export function RecurringView({ view, onSet }: CostViewProps) {
  const { t } = useTranslation('costs');
  const query = useRecurring(view);
  const failure = useListFailure(query, t('costs:failed'));
  const [isMaking, setMaking] = useState(false);
  const [opened, setOpened] = useState<RecurringCost | null>(null);
  const found = query.data?.pages.flatMap((page) => page.costs);
  const done = (): void => setMaking(false);
  return (
    <div className={styles.page}>
      <RecurringTools view={view} onSet={onSet} onNew={() => setMaking(true)} />
      <ListView
        count={found?.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{
          icon: CalendarSync,
          title: t('costs:recurring.empty'),
          text: t('costs:recurring.emptyText'),
        }}
        notFound={
          view.text !== '' || view.deviceId > 0
            ? {
                title: t('costs:recurring.notFound'),
                text: t('costs:notFoundText'),
                onReset: () => onSet({ q: '', device: '' }),
              }
            : null
        }
      >
        <ul className={styles.rows} aria-label={t('costs:tab.recurring')}>
          {found?.map((cost) => (
            <RecurringRow key={cost.id} cost={cost} onOpen={() => setOpened(cost)} />
          ))}
        </ul>
        <FurtherLines failure={failure?.text ?? null} more={t('costs:more')} query={query} />
      </ListView>
      {isMaking && <RecurringForm cost={null} onDone={done} onClose={done} />}
      {opened !== null && (
        <RecurringDialog
          cost={found?.find(({ id }) => id === opened.id) ?? opened}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

interface RecurringToolsProps extends CostViewProps {
  readonly onNew: () => void;
}
function RecurringTools({ view, onSet, onNew }: RecurringToolsProps) {
  const { t } = useTranslation('costs');
  const { may, isReadonly } = useRights();
  return (
    <div className={styles.find}>
      <SearchField
        label={t('costs:recurring.search')}
        value={view.text}
        onChange={(value) => onSet({ q: value })}
      />
      <VehiclePicker
        className={styles.only}
        size="sm"
        label={t('costs:filter.vehicle')}
        value={view.deviceId === 0 ? null : view.deviceId}
        onPick={(id) => onSet({ device: String(id) })}
        clear={{ label: t('costs:filter.anyVehicle'), onClear: () => onSet({ device: '' }) }}
      />
      {!isReadonly && may('costs.create') && (
        <Button size="sm" leftSection={<Plus size={14} aria-hidden />} onClick={onNew}>
          {t('costs:recurring.new')}
        </Button>
      )}
    </div>
  );
}

function RecurringRow({ cost, onOpen }: { readonly cost: RecurringCost; readonly onOpen: () => void }) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const { kind, supplier, note, deviceName, everyMonths, first, last, cents } = cost;
  const name = t(`costs:kind.${kind}`);
  const since = { first: format.day(first), last: format.day(last ?? '') };
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <KindIcon kind={kind} />
        <span className={styles.what}>
          <strong dir="auto">{supplier === '' ? name : supplier}</strong>
          <small dir="auto">
            {[supplier === '' ? '' : name, note].filter((part) => part !== '').join(' · ')}
          </small>
        </span>
        <span className={styles.whose} dir="auto">
          {deviceName}
        </span>
        <span className={styles.days}>
          {t('costs:recurring.every', { count: everyMonths })}
          <br />
          {t(last === null ? 'costs:recurring.since' : 'costs:recurring.between', since)}
        </span>
        <span className={styles.amount}>{format.money(cents)}</span>
      </button>
    </li>
  );
}
