import { Button } from '@mantine/core';
import type { Maintenance, MaintenanceDue, ServiceEntry } from '@rastro/fleet';
import { dateIn } from '@rastro/fleet/billing';
import { ClipboardCheck, Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChosenChip } from '../../kernel/fleet/chosen-chip.tsx';
import { useChosenVehicles } from '../../kernel/fleet/use-chosen-vehicles.ts';
import { SearchedList } from '../../kernel/screens/searched-list.tsx';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { OPEN_DEFECTS, useDefects, useMaySeeDefects } from '../../kernel/queries/use-defects.ts';
import { useListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { DefectLine } from './defect-line.tsx';
import { DoneDialog } from './done-dialog.tsx';
import { DueChip } from './due-chip.tsx';
import styles from './maintenances.module.css';
import { useDone } from './use-done.ts';
import { useDueText } from './use-due-text.ts';
import { useDue, useMaintenances } from './use-maintenances.ts';
import { useWorkFilters, WorkFilters } from './work-filters.tsx';
import { WORK_SORTS, workItems, workList, type WorkItem, type WorkQuestion } from './work-list.ts';

const ROW_PX = 64;
const EVERYTHING = {};
/** More are found by searching; a sheet of paper has no use for more. */
const MAX_ROWS = 500;

/** Due maintenance over all services and vehicles, and defects of inspections, for the workshop. */
export function WorkPanel() {
  const { t } = useTranslation('maintenances');
  const [text, setText] = useListText();
  const filters = useWorkFilters();
  const order = useListSort(WORK_SORTS);
  const chosen = useChosenVehicles();
  const { members } = chosen;
  const { due, maintenances, visibleWork, notice } = useWork({
    ...order,
    kind: filters.kind,
    window: filters.window,
    text,
    members,
  });
  return (
    <Panel title={t('maintenances:work.title')} back="/maintenances" expandable>
      <WorkFilters {...filters} />
      <ChosenChip {...chosen} />
      {notice !== null && (
        <p className={styles.found} role="status">
          {notice}
        </p>
      )}
      <SearchedList
        query={due}
        count={visibleWork.length}
        search={{ label: t('maintenances:work.search'), text, onChange: setText }}
        sorts={{ names: WORK_SORTS, labelOf: (sort) => t(`maintenances:work.sort.${sort}`), order }}
        tools={
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Printer size={14} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('maintenances:work.print')}
          </Button>
        }
        icon={ClipboardCheck}
        texts={{
          failed: t('maintenances:work.failed'),
          empty: t('maintenances:work.empty'),
          emptyText: t('maintenances:work.emptyText'),
          notFound: t('maintenances:notFound'),
          notFoundText: t('maintenances:notFoundText'),
        }}
        rowPx={ROW_PX}
      >
        <WorkLines items={visibleWork} maintenances={maintenances} />
      </SearchedList>
    </Panel>
  );
}

/** The due maintenance that matches the address. */
function useWork(question: Pick<WorkQuestion, 'kind' | 'window' | 'text' | 'sort' | 'isDown' | 'members'>) {
  const { kind, window: within, text, sort, isDown, members } = question;
  const due = useDue(EVERYTHING);
  const { data: all } = useMaintenances();
  const maintenances = useMemo(() => new Map((all ?? []).map((each) => [each.id, each])), [all]);
  const [now] = useState(() => Date.now());
  const zone = useZone();
  const { data: found, notice } = useDefectsOfPlan();
  const items = useMemo(
    () => workItems(due.data ?? [], found?.defects ?? [], dateIn(zone, now)),
    [due.data, found, zone, now],
  );
  const visibleWork = useMemo(() => {
    const nameOf = (item: WorkItem): string =>
      item.kind === 'service' ? (maintenances.get(item.due.maintenanceId)?.name ?? '') : item.defect.itemText;
    return workList(items, { kind, window: within, text, sort, isDown, members, now, nameOf });
  }, [items, kind, within, text, sort, isDown, members, now, maintenances]);
  return { due, maintenances, visibleWork, notice };
}

/** Defects that are not over, and why some or all of them are missing. */
function useDefectsOfPlan() {
  const { t } = useTranslation('maintenances');
  const failureText = useFailureText();
  const { data, error } = useDefects(OPEN_DEFECTS);
  const maySee = useMaySeeDefects();
  const failed = maySee && error !== null ? failureText(failureIn(error)) : null;
  const notice =
    failed === null
      ? data?.isMore === true
        ? t('maintenances:defect.more')
        : null
      : t('maintenances:defect.failed', { reason: failed });
  return { data, notice };
}

interface WorkLinesProps {
  readonly items: readonly WorkItem[];
  readonly maintenances: ReadonlyMap<number, Maintenance>;
}

function WorkLines({ items, maintenances }: WorkLinesProps) {
  const { t } = useTranslation('maintenances');
  const { may, isReadonly } = useRights();
  const { last, failure, busy, markDone, undo, asked, setAsked } = useDone();
  const mayWrite = !isReadonly && may('maintenance.edit');
  const askedFor = asked === null ? undefined : maintenances.get(asked.maintenanceId);
  return (
    <>
      {items.length > 0 && (
        <p className={styles.found}>{t('maintenances:work.count', { count: items.length })}</p>
      )}
      <p className={styles.outcome} role="status">
        {failure}
        {last !== null && <Undo service={last} busy={busy} onUndo={undo} />}
      </p>
      <ul className={styles.work} aria-label={t('maintenances:work.title')}>
        {items.slice(0, MAX_ROWS).map((item) => {
          if (item.kind === 'defect')
            return <DefectLine key={`defect ${item.defect.id}`} {...item} isOfOne={false} />;
          const { due } = item;
          const maintenance = maintenances.get(due.maintenanceId);
          return maintenance === undefined ? null : (
            <WorkLine
              key={`${due.deviceId} ${due.maintenanceId}`}
              due={due}
              maintenance={maintenance}
              busy={busy}
              onDone={mayWrite ? () => markDone(due, maintenance) : null}
            />
          );
        })}
      </ul>
      {items.length > MAX_ROWS && (
        <p className={styles.told}>{t('maintenances:work.more', { count: items.length - MAX_ROWS })}</p>
      )}
      {asked !== null && askedFor !== undefined && (
        <DoneDialog due={asked} maintenance={askedFor} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

interface UndoProps {
  readonly service: ServiceEntry;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

function Undo({ service: { maintenanceName, deviceName }, busy, onUndo }: UndoProps) {
  const { t } = useTranslation('maintenances');
  return (
    <>
      {t('maintenances:work.marked', { name: maintenanceName ?? '', vehicle: deviceName })}{' '}
      <Button size="compact-sm" variant="subtle" loading={busy} onClick={onUndo}>
        {t('maintenances:work.undo')}
      </Button>
    </>
  );
}

interface WorkLineProps {
  readonly due: MaintenanceDue;
  readonly maintenance: Maintenance;
  readonly busy: boolean;
  /** Null = this user does not write. */
  readonly onDone: (() => void) | null;
}

function WorkLine({ due, maintenance: { id, name, type }, busy, onDone }: WorkLineProps) {
  const { t } = useTranslation('maintenances');
  const text = useDueText();
  const { value, lastTime } = due;
  const details = [
    value === null || type === 'serverTime'
      ? ''
      : t('maintenances:work.now', { value: text.amount(value, type) }),
    lastTime === null
      ? t('maintenances:neverDone')
      : t('maintenances:lastDone', { day: text.dayOf(lastTime) }),
  ];
  return (
    <li className={styles.line}>
      <span className={styles.names}>
        <span>
          <Link to={`/devices/${due.deviceId}`} className={styles.name}>
            {due.deviceName}
          </Link>{' '}
          · <Link to={`/maintenances/${id}`}>{name}</Link>
        </span>
        <span className={styles.detail}>{details.filter((part) => part !== '').join(' · ')}</span>
        <span>
          <DueChip due={due} type={type} />
        </span>
      </span>
      {onDone !== null && (
        <Button
          className={styles.press ?? ''}
          size="compact-sm"
          variant="light"
          disabled={busy}
          aria-label={t('maintenances:doneOf', { name: `${due.deviceName}, ${name}` })}
          onClick={onDone}
        >
          {t('maintenances:work.mark')}
        </Button>
      )}
    </li>
  );
}
