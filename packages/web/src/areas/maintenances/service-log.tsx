import { Button, Menu } from '@mantine/core';
import type { ServiceEntry } from '@rastro/fleet';
import type { DefectRepair } from '@rastro/fleet/inspections';
import type { ServiceQuestion } from '@rastro/tracking-client';
import { Download, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowCell } from '../../ui/sheets/sheet-value.ts';
import { useSheetValues } from '../../kernel/formats/use-sheet-values.ts';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { defectPath } from '../../kernel/queries/use-defects.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { saveRows, SHEET_FORMATS, type SheetFormat } from '../../ui/sheets/save-rows.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { loggedWork, type LoggedWork } from './logged-work.ts';
import { SERVICE_LOG_COLUMNS, useServiceLogText, type ServiceLogColumn } from './use-service-log-text.ts';
import styles from './maintenances.module.css';
import { SERVICES_KEY, useServiceLog } from './use-maintenances.ts';

/** The rest stands in the file. */
const MAX_ROWS = 200;
const WIDTH = 24;

const NO_REPAIRS: readonly DefectRepair[] = [];
interface ServiceLogProps {
  readonly of: ServiceQuestion;
  /** Signed repairs of defects, which are part of the log of their vehicle. */
  readonly repairs?: readonly DefectRepair[];
}

/** Completed work, newest first; with an export, and a button to delete a wrong entry. */
export function ServiceLog({ of, repairs = NO_REPAIRS }: ServiceLogProps) {
  const { t } = useTranslation('maintenances');
  const failureText = useFailureText();
  const { may, isReadonly } = useRights();
  const { data, error } = useServiceLog(of);
  const [gone, setGone] = useState<ServiceEntry | null>(null);
  const mayDelete = !isReadonly && may('maintenance.delete');
  const work = useMemo(
    () =>
      loggedWork(data ?? [], repairs, {
        nameOf: ({ itemText }) => t('maintenances:defect.repair', { defect: itemText }),
        byOf: ({ userName, signature }) => t('maintenances:defect.signedBy', { name: userName, signature }),
      }),
    [data, repairs, t],
  );
  const why = error === null ? t('common:loading') : failureText(failureIn(error));
  return (
    <section className={styles.part} aria-label={t('maintenances:book.title')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('maintenances:book.title')}</h2>
        {data !== undefined && work.length > 0 && <ServiceLogExport work={work} />}
      </header>
      {data === undefined || work.length === 0 ? (
        <p className={styles.told} role="status">
          {data === undefined ? why : t('maintenances:book.empty')}
        </p>
      ) : (
        <ol className={styles.lines} aria-label={t('maintenances:book.title')}>
          {work.slice(0, MAX_ROWS).map((each) => (
            <ServiceLogLine
              key={each.key}
              work={each}
              isOfOne={of.deviceId !== undefined}
              onDelete={mayDelete && each.entry !== null ? () => setGone(each.entry) : null}
            />
          ))}
        </ol>
      )}
      {gone !== null && <DeleteLine entry={gone} onClose={() => setGone(null)} />}
    </section>
  );
}

interface ServiceLogLineProps {
  readonly work: LoggedWork;
  /** The vehicle is known; each entry names its maintenance. */
  readonly isOfOne: boolean;
  readonly onDelete: (() => void) | null;
}

function ServiceLogLine({ work, isOfOne, onDelete }: ServiceLogLineProps) {
  const { t } = useTranslation('maintenances');
  const text = useServiceLogText();
  const day = text.of(work, 'day');
  const name = text.of(work, isOfOne ? 'maintenance' : 'vehicle');
  const details = (['odometer', 'hours', 'cost', 'by'] as const).map((name) => text.of(work, name));
  return (
    <li className={styles.line}>
      <span className={styles.names}>
        <span className={styles.name}>
          {day} · {work.defectId > 0 ? <Link to={defectPath(work.defectId)}>{name}</Link> : name}
        </span>
        <span className={styles.detail}>{details.filter((detail) => detail !== '').join(' · ')}</span>
        {work.notes !== null && <span className={styles.notes}>{work.notes}</span>}
      </span>
      {onDelete !== null && (
        <IconAction label={t('maintenances:book.deleteOf', { day })} onClick={onDelete}>
          <Trash2 size={15} aria-hidden />
        </IconAction>
      )}
    </li>
  );
}

/** All lines as a file, in the words of the reader. */
function ServiceLogExport({ work }: { readonly work: readonly LoggedWork[] }) {
  const { t, i18n } = useTranslation('maintenances');
  const brand = useSignedIn().branding.title;
  const text = useServiceLogText();
  const cells = useSheetValues();
  const cellOf = (entry: LoggedWork, column: ServiceLogColumn): RowCell => {
    if (column === 'day') return cells.dayOf(entry.time, text.of(entry, column));
    return column === 'cost' ? cells.money(entry.cost) : text.of(entry, column);
  };
  const save = (format: SheetFormat): Promise<void> =>
    saveRows(format, {
      name: t('maintenances:book.title'),
      brand,
      language: i18n.language,
      rows: [
        SERVICE_LOG_COLUMNS.map((column) => t(`maintenances:book.${column}`)),
        ...work.map((entry) => SERVICE_LOG_COLUMNS.map((column) => cellOf(entry, column))),
      ],
      widths: SERVICE_LOG_COLUMNS.map(() => WIDTH),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<Download size={14} aria-hidden />}>
          {t('maintenances:book.file')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SHEET_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`maintenances:book.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function DeleteLine({ entry, onClose }: { readonly entry: ServiceEntry; readonly onClose: () => void }) {
  const { t } = useTranslation('maintenances');
  const { client } = useServices();
  const failureText = useFailureText();
  const text = useServiceLogText();
  const { busy, failure, run } = useWrite(
    (id: number, signal: AbortSignal) => client.services.remove(id, signal),
    { touches: SERVICES_KEY },
  );
  return (
    <ConfirmDialog
      title={t('maintenances:book.deleteTitle', { day: text.of(entry, 'day') })}
      text={t('maintenances:book.deleteText', { name: entry.deviceName })}
      confirm={t('maintenances:book.delete')}
      busy={busy}
      failure={failure === null ? null : failureText(failure)}
      onConfirm={() => void run(entry.id).then((answer) => answer?.ok === true && onClose())}
      onCancel={onClose}
    />
  );
}
