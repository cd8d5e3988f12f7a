import { Button, Loader, NativeSelect } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import { MAX_IMPORTED_ORDERS, type OrderImport } from '@rastro/fleet/orders';
import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { Panel } from '../../ui/panel.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { readInWorker, type ReadTable } from '../../ui/sheets/read-in-worker.ts';
import type { Table, Unreadable } from '../../ui/sheets/read-table.ts';
import { writeCsv } from '../../ui/sheets/write-csv.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './orders.module.css';
import {
  columnsIn,
  ORDER_COLUMNS,
  readOrderRows,
  type ColumnsOfFile,
  type OrderColumn,
  type ReadOrderRows,
} from './read-order-rows.ts';
import { ORDERS_KEY } from './use-orders.ts';

const LIST = '/orders';
/** Rows whose mistakes are listed; of more it is said how many. */
const MAX_LINES = 100;
interface Opened {
  readonly table: Table;
  readonly columns: ColumnsOfFile;
}

/** `/orders/import`: choose a file, match its columns, look at what would happen, import. */
export function OrderImportPanel({ readTable = readInWorker }: { readonly readTable?: ReadTable }) {
  const { t } = useTranslation('orders');
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <Panel title={t('orders:import.title')} back={LIST} expandable tall>
      <div className={styles.import}>
        {opened === null ? (
          <ChooseFile readTable={readTable} onOpened={setOpened} />
        ) : (
          <Check opened={opened} onChange={setOpened} onAnother={() => setOpened(null)} />
        )}
      </div>
    </Panel>
  );
}

interface ChooseFileProps {
  readonly readTable: ReadTable;
  readonly onOpened: (opened: Opened) => void;
}
function ChooseFile({ readTable, onOpened }: ChooseFileProps) {
  const { t, i18n } = useTranslation('orders');
  const language = matchLanguage(i18n.language) ?? 'en';
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const [why, setWhy] = useState<Unreadable | null>(null);
  const namesOf = useColumnNames();
  const open = async (file: File): Promise<void> => {
    setReading(true);
    setWhy(null);
    const read = await readTable(await file.arrayBuffer(), language);
    setReading(false);
    if (!read.ok) return setWhy(read.why);
    if (read.table.rows.length > MAX_IMPORTED_ORDERS) return setWhy('tooManyRows');
    onOpened({ table: read.table, columns: columnsIn(read.table.header, namesOf) });
  };
  const saveTemplate = (): void => {
    const head = ORDER_COLUMNS.map((column) => t(`orders:field.${column}`));
    saveFile(t('orders:import.templateName'), writeCsv([head], language === 'en' ? ',' : ';'), 'text/csv');
  };
  return (
    <>
      <p>{t('orders:import.lead', { count: MAX_IMPORTED_ORDERS })}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.xlsx"
        aria-label={t('orders:import.choose')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) void open(file);
        }}
      />
      <div className={styles.actions}>
        <Button
          leftSection={isReading ? <Loader size={14} /> : <FileUp size={14} aria-hidden />}
          disabled={isReading}
          onClick={() => input.current?.click()}
        >
          {t('orders:import.choose')}
        </Button>
        <Button variant="default" leftSection={<Download size={14} aria-hidden />} onClick={saveTemplate}>
          {t('orders:import.template')}
        </Button>
      </div>
      <DialogFailure text={why && t(`orders:import.unreadable.${why}`, { count: MAX_IMPORTED_ORDERS })} />
    </>
  );
}

/** Names by which a column is found: of our own form, and others, separated by a bar. */
function useColumnNames(): (column: OrderColumn) => readonly string[] {
  const { t } = useTranslation('orders');
  return (column) => [t(`orders:field.${column}`), ...t(`orders:import.names.${column}`).split('|')];
}

interface CheckProps {
  readonly opened: Opened;
  readonly onChange: (opened: Opened) => void;
  readonly onAnother: () => void;
}
/** Columns of the file, what would happen, and the import itself. */
function Check({ opened, onChange, onAnother }: CheckProps) {
  const { t, i18n } = useTranslation('orders');
  const language = matchLanguage(i18n.language) ?? 'en';
  const zone = useZone();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const { orders } = useServices().extension;
  const { table, columns } = opened;
  const read = readOrderRows(table, columns, { language, zone });
  const [found, setFound] = useState<OrderImport | null>(null);
  const { busy, failure, run } = useWrite(
    (dryRun: boolean, signal) => orders.importRows({ orders: [...read.orders], dryRun }, signal),
    { touches: ORDERS_KEY },
  );
  const send = async (dryRun: boolean): Promise<void> => {
    const answer = await run(dryRun);
    if (answer?.ok === true) setFound(answer.value);
  };
  const isDone = found !== null && !found.isDryRun && found.problems.length === 0;
  return (
    <>
      {!isDone && (
        <ColumnChoice
          table={table}
          columns={columns}
          onChange={(next) => {
            setFound(null);
            onChange({ table, columns: next });
          }}
        />
      )}
      <Outcome read={read} found={found} />
      <DialogFailure text={failure && failureText(failure)} />
      <div className={styles.actions}>
        <CheckButtons read={read} found={found} busy={busy} onSend={(dryRun) => void send(dryRun)} />
        {isDone && <Button onClick={() => void navigate(LIST)}>{t('orders:import.toList')}</Button>}
        <Button variant="default" disabled={busy} onClick={onAnother}>
          {t('orders:import.another')}
        </Button>
      </div>
    </>
  );
}

interface CheckButtonsProps {
  readonly read: ReadOrderRows;
  readonly found: OrderImport | null;
  readonly busy: boolean;
  readonly onSend: (dryRun: boolean) => void;
}
function CheckButtons({ read, found, busy, onSend }: CheckButtonsProps) {
  const { t } = useTranslation('orders');
  if (found !== null && !found.isDryRun) return null;
  if (found === null || found.problems.length > 0)
    return (
      <Button loading={busy} disabled={read.problems.length > 0} onClick={() => onSend(true)}>
        {t('orders:import.check')}
      </Button>
    );
  return (
    <Button loading={busy} disabled={found.created === 0} onClick={() => onSend(false)}>
      {t('orders:import.start', { count: found.created })}
    </Button>
  );
}

interface ColumnChoiceProps {
  readonly table: Table;
  readonly columns: ColumnsOfFile;
  readonly onChange: (columns: ColumnsOfFile) => void;
}
function ColumnChoice({ table: { header, rows }, columns, onChange }: ColumnChoiceProps) {
  const { t } = useTranslation('orders');
  const options = [
    { value: '', label: t('orders:import.none') },
    ...header.map((name, at) => ({ value: String(at), label: name === '' ? `${at + 1}` : name })),
  ];
  const choose = (column: OrderColumn, value: string): void => {
    const { [column]: _, ...others } = columns;
    onChange(value === '' ? others : { ...others, [column]: Number(value) });
  };
  return (
    <>
      <p>{t('orders:import.rows', { count: rows.length })}</p>
      <div className={styles.columns}>
        {ORDER_COLUMNS.map((column) => (
          <NativeSelect
            key={column}
            size="xs"
            label={t(`orders:field.${column}`)}
            withAsterisk={column === 'customer'}
            data={options}
            value={String(columns[column] ?? '')}
            onChange={({ currentTarget }) => choose(column, currentTarget.value)}
          />
        ))}
      </div>
    </>
  );
}

/** Column of a field of the server. */
function columnOf(field: string): OrderColumn | 'place' | 'geofence' {
  const [first = '', second = ''] = field.split('.');
  if (first === 'contact')
    return columnCalled(`contact${second.slice(0, 1).toUpperCase()}${second.slice(1)}`);
  if (first !== 'place') return columnCalled(first);
  if (second === '') return 'place';
  return second === 'geofenceId' ? 'geofence' : second === 'address' ? 'address' : 'coordinates';
}
const columnCalled = (name: string): OrderColumn => ORDER_COLUMNS.find((column) => column === name) ?? 'note';

/** Number of orders that would be made, or were, and every mistake by its row. */
function Outcome({ read, found }: { readonly read: ReadOrderRows; readonly found: OrderImport | null }) {
  const { t } = useTranslation('orders');
  const lines = [
    ...read.problems.map(({ row, column }) =>
      t('orders:import.problem', {
        row,
        field: t(`orders:field.${column}`),
        message: t('orders:import.mistake.unread'),
      }),
    ),
    ...(found?.problems ?? []).map(({ row, field, problem }) =>
      t('orders:import.problem', {
        row: read.rows[row - 1] ?? row,
        field: t(`orders:field.${columnOf(field)}`),
        message: t(`orders:import.mistake.${problem}`),
      }),
    ),
  ];
  return (
    <div role="status">
      {found !== null && lines.length === 0 && (
        <p>
          {t(found.isDryRun ? 'orders:import.would' : 'orders:import.did', { count: found.created })}{' '}
          {found.known > 0 && t('orders:import.known', { count: found.known })}
        </p>
      )}
      {lines.length > 0 && (
        <>
          <p>{t('orders:import.wrong', { count: lines.length })}</p>
          <ul className={styles.lines}>
            {lines.slice(0, MAX_LINES).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {lines.length > MAX_LINES && (
            <p>{t('orders:import.further', { count: lines.length - MAX_LINES })}</p>
          )}
        </>
      )}
    </div>
  );
}
