import { Button } from '@mantine/core';
import type { Maintenance } from '@rastro/fleet';
import { CalendarClock, ClipboardCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ListPanel } from '../../kernel/screens/list-panel.tsx';
import { useFound } from '../../kernel/screens/use-found.ts';
import { useListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { useFeature } from '../../kernel/use-feature.ts';
import list from '../../ui/list/list.module.css';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { DueChip } from './due-chip.tsx';
import styles from './maintenances.module.css';
import {
  MAINTENANCE_SORTS,
  orderedMaintenances,
  maintenanceStatuses,
  type MaintenanceStatus,
} from './ordered-maintenances.ts';
import { useDue, useMaintenances } from './use-maintenances.ts';

const ROW_PX = 58;
const EVERYTHING = {};
const nameOf = ({ name }: Maintenance): string => name;
const NOT_YET: ReadonlyMap<number, MaintenanceStatus> = new Map();

/** The matching maintenances, in the order of the address, with their status. */
function useFilteredMaintenances(text: string) {
  const maintenances = useMaintenances();
  const { data: due } = useDue(EVERYTHING);
  const statuses = useMemo(() => (due === undefined ? NOT_YET : maintenanceStatuses(due)), [due]);
  const found = useFound(maintenances.data, text, { searchTextOf: nameOf, nameOf });
  const order = useListSort(MAINTENANCE_SORTS);
  const { sort, isDown } = order;
  const visibleMaintenances = useMemo(
    () => new Map(orderedMaintenances(found, { sort, isDown }, statuses).map((each) => [each.id, each])),
    [found, sort, isDown, statuses],
  );
  return { ...order, maintenances, visibleMaintenances, statuses, isKnown: due !== undefined };
}

/** The maintenances that the user manages, and which vehicle is due first. */
export function MaintenanceListPanel() {
  const { t } = useTranslation('maintenances');
  const { may, isReadonly } = useRights();
  const [text, setText] = useListText();
  const { maintenances, visibleMaintenances, statuses, isKnown, sort, isDown, choose } =
    useFilteredMaintenances(text);
  const ids = useMemo(() => [...visibleMaintenances.keys()], [visibleMaintenances]);
  const mayCreate = !isReadonly && may('maintenance.create');
  const hasServices = useFeature('services');
  return (
    <ListPanel
      title={t('maintenances:title')}
      query={maintenances}
      ids={ids}
      search={{ label: t('maintenances:search'), text, onChange: setText }}
      texts={{
        failed: t('maintenances:failed'),
        notFound: t('maintenances:notFound'),
        notFoundText: t('maintenances:notFoundText'),
      }}
      empty={{ icon: CalendarClock, title: t('maintenances:empty'), text: t('maintenances:emptyText') }}
      notices={{ saved: t('maintenances:notice.saved'), deleted: t('maintenances:notice.deleted') }}
      create={mayCreate ? { label: t('maintenances:new'), path: '/maintenances/new' } : null}
      tools={
        <SortMenu
          fields={MAINTENANCE_SORTS.map((name) => ({ name, label: t(`maintenances:sort.${name}`) }))}
          field={sort}
          isDown={isDown}
          onChoose={choose}
        />
      }
      above={
        hasServices && (
          <Button
            component={Link}
            to="/maintenances/due"
            className={styles.toWork ?? ''}
            size="compact-sm"
            variant="light"
            leftSection={<ClipboardCheck size={15} aria-hidden />}
          >
            {t('maintenances:work.title')}
          </Button>
        )
      }
      prefix="maintenance"
      rowPx={ROW_PX}
      pathOf={(id) => `/maintenances/${id}`}
    >
      {(id) => {
        const maintenance = visibleMaintenances.get(id);
        if (maintenance === undefined) return null;
        return <Line maintenance={maintenance} status={statuses.get(id) ?? null} isKnown={isKnown} />;
      }}
    </ListPanel>
  );
}

interface LineProps {
  readonly maintenance: Maintenance;
  /** Null = of no vehicle. */
  readonly status: MaintenanceStatus | null;
  /** Due dates are loaded. */
  readonly isKnown: boolean;
}

function Line({ maintenance, status, isKnown }: LineProps) {
  const { t } = useTranslation('maintenances');
  if (status === null) {
    return (
      <span className={list.names}>
        <span className={list.name}>{maintenance.name}</span>
        <span className={list.detail}>{isKnown ? t('maintenances:noVehicle') : ''}</span>
      </span>
    );
  }
  const { first, vehicles, overdue } = status;
  return (
    <>
      <span className={list.names}>
        <span className={list.name}>{maintenance.name}</span>
        <span className={list.detail}>
          {first.deviceName} · {t('maintenances:vehicles', { count: vehicles })}
        </span>
      </span>
      {overdue > 1 ? (
        <StateChip icon={CalendarClock} tone="bad">
          {t('maintenances:overdue', { count: overdue })}
        </StateChip>
      ) : (
        <DueChip due={first} type={maintenance.type} />
      )}
    </>
  );
}
