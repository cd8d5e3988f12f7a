import { Button } from '@mantine/core';
import type { Maintenance, MaintenanceDue } from '@rastro/fleet';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { DoneDialog } from './done-dialog.tsx';
import { DueChip } from './due-chip.tsx';
import styles from './maintenances.module.css';
import { useDueText } from './use-due-text.ts';

/** More are found by the vehicle. */
const MAX_ROWS = 200;

export interface DueListProps {
  readonly query: Pick<UseQueryResult<readonly MaintenanceDue[]>, 'data' | 'error'>;
  readonly label: string;
  /** Text for an empty list. */
  readonly none: string;
  readonly maintenanceOf: (id: number) => Maintenance | undefined;
  /** Name of a row: the vehicle, or the maintenance. */
  readonly nameOf: (due: MaintenanceDue) => string;
}

/** Due maintenance, overdue first, with a button to record that it was done. */
export function DueList({ query, label, none, maintenanceOf, nameOf }: DueListProps) {
  const { t } = useTranslation('maintenances');
  const failureText = useFailureText();
  const { may, isReadonly } = useRights();
  const [done, setDone] = useState<MaintenanceDue | null>(null);
  const mayWrite = !isReadonly && may('maintenance.edit');
  const { data, error } = query;
  if (data === undefined || data.length === 0) {
    const why = error === null ? t('common:loading') : failureText(failureIn(error));
    return (
      <p className={styles.told} role="status">
        {data === undefined ? why : none}
      </p>
    );
  }
  const maintenance = done === null ? undefined : maintenanceOf(done.maintenanceId);
  return (
    <>
      <ul className={styles.lines} aria-label={label}>
        {data.slice(0, MAX_ROWS).map((due) => (
          <DueLine
            key={`${due.deviceId} ${due.maintenanceId}`}
            due={due}
            type={maintenanceOf(due.maintenanceId)?.type ?? ''}
            name={nameOf(due)}
            onDone={mayWrite ? () => setDone(due) : null}
          />
        ))}
      </ul>
      {data.length > MAX_ROWS && (
        <p className={styles.told}>{t('maintenances:more', { count: data.length - MAX_ROWS })}</p>
      )}
      {done !== null && maintenance !== undefined && (
        <DoneDialog due={done} maintenance={maintenance} onClose={() => setDone(null)} />
      )}
    </>
  );
}

interface DueLineProps {
  readonly due: MaintenanceDue;
  readonly type: string;
  readonly name: string;
  /** Null = this user does not write. */
  readonly onDone: (() => void) | null;
}

function DueLine({ due, type, name, onDone }: DueLineProps) {
  const { t } = useTranslation('maintenances');
  const text = useDueText();
  const last =
    due.lastTime === null
      ? t('maintenances:neverDone')
      : t('maintenances:lastDone', { day: text.dayOf(due.lastTime) });
  return (
    <li className={styles.line}>
      <span className={styles.names}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>{last}</span>
        <span>
          <DueChip due={due} type={type} />
        </span>
      </span>
      {onDone !== null && (
        <Button
          className={styles.press ?? ''}
          size="compact-sm"
          variant="light"
          aria-label={t('maintenances:doneOf', { name })}
          onClick={onDone}
        >
          {t('maintenances:done')}
        </Button>
      )}
    </li>
  );
}
