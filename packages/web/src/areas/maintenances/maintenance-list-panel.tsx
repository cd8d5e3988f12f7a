import { Button } from '@mantine/core';
import type { Maintenance } from '@rastro/fleet';
import { CalendarClock, ClipboardCheck } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EntityList, type ListOrder } from '../../kernel/screens/entity-list.tsx';
import { useListTexts } from '../../kernel/screens/manager-texts.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { useFeature } from '../../kernel/use-feature.ts';
import list from '../../ui/list/list.module.css';
import { StateChip } from '../../ui/state-chip.tsx';
import { DueChip } from './due-chip.tsx';
import styles from './maintenances.module.css';
import {
  MAINTENANCE_SORTS,
  orderedMaintenances,
  maintenanceStatuses,
  type MaintenanceSort,
  type MaintenanceStatus,
} from './ordered-maintenances.ts';
import { useDue, useMaintenances } from './use-maintenances.ts';

const EVERYTHING = {};
const nameOf = ({ name }: Maintenance): string => name;
const NOT_YET: ReadonlyMap<number, MaintenanceStatus> = new Map();

/** The maintenances that the user manages, and which vehicle is due first. */
export function MaintenanceListPanel() {
  const { t } = useTranslation('maintenances');
  const { may, isReadonly } = useRights();
  const { data: due } = useDue(EVERYTHING);
  const statuses = useMemo(() => (due === undefined ? NOT_YET : maintenanceStatuses(due)), [due]);
  const arrange = useCallback(
    (found: readonly Maintenance[], order: ListOrder<MaintenanceSort>) =>
      orderedMaintenances(found, order, statuses),
    [statuses],
  );
  const mayCreate = !isReadonly && may('maintenance.create');
  const hasServices = useFeature('services');
  return (
    <EntityList
      texts={useListTexts('maintenances:')}
      icon={CalendarClock}
      query={useMaintenances()}
      nameOf={nameOf}
      searchTextOf={nameOf}
      order={{ sorts: MAINTENANCE_SORTS, labelOf: (sort) => t(`maintenances:sort.${sort}`), arrange }}
      create={mayCreate ? { label: t('maintenances:new'), path: '/maintenances/new' } : null}
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
      rowPx={58}
      pathOf={(id) => `/maintenances/${id}`}
    >
      {(maintenance) => (
        <Line
          maintenance={maintenance}
          status={statuses.get(maintenance.id) ?? null}
          isKnown={due !== undefined}
        />
      )}
    </EntityList>
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
