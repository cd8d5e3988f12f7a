import { Button } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import { MAX_IMPORTED_ORDERS, type OrderImport } from '@rastro/fleet/orders';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { ChooseFile } from '../../kernel/importing/choose-file.tsx';
import { ColumnChoice } from '../../kernel/importing/column-choice.tsx';
import { columnsIn, type ColumnsOfFile } from '../../kernel/importing/columns-in.ts';
import { ImportActions, ImportPage } from '../../kernel/importing/import-page.tsx';
import { MistakeLines } from '../../kernel/importing/mistake-lines.tsx';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { readInWorker, type ReadTable } from '../../ui/sheets/read-in-worker.ts';
import type { Table } from '../../ui/sheets/read-table.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { ORDER_COLUMNS, readOrderRows, type OrderColumn, type ReadOrderRows } from './read-order-rows.ts';
import { ORDERS_KEY } from './use-orders.ts';

const LIST = '/orders';
const NEEDED = ['customer'] as const;
interface Opened {
  readonly table: Table;
  readonly columns: ColumnsOfFile<OrderColumn>;
}

/** `/orders/import`: choose a file, match its columns, look at what would happen, import. */
export function OrderImportPanel({ readTable = readInWorker }: { readonly readTable?: ReadTable }) {
  const { t } = useTranslation('orders');
  const [opened, setOpened] = useState<Opened | null>(null);
  const namesOf = useColumnNames();
  return (
    <ImportPage title={t('orders:import.title')} back={LIST}>
      {opened === null ? (
        <ChooseFile
          readTable={readTable}
          maxRows={MAX_IMPORTED_ORDERS}
          lead={t('orders:import.lead', { count: MAX_IMPORTED_ORDERS })}
          template={{
            name: t('orders:import.templateName'),
            head: ORDER_COLUMNS.map((column) => t(`orders:field.${column}`)),
          }}
          onOpened={(table) => setOpened({ table, columns: columnsIn(ORDER_COLUMNS, table.header, namesOf) })}
        />
      ) : (
        <Check opened={opened} onChange={setOpened} onAnother={() => setOpened(null)} />
      )}
    </ImportPage>
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
  const { t, i18n } = useTranslation(['orders', 'fileimport']);
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
          names={ORDER_COLUMNS}
          labelOf={(column) => t(`orders:field.${column}`)}
          needed={NEEDED}
          columns={columns}
          onChange={(next) => {
            setFound(null);
            onChange({ table, columns: next });
          }}
        />
      )}
      <Outcome read={read} found={found} />
      <DialogFailure text={failure && failureText(failure)} />
      <ImportActions>
        <CheckButtons read={read} found={found} busy={busy} onSend={(dryRun) => void send(dryRun)} />
        {isDone && <Button onClick={() => void navigate(LIST)}>{t('orders:import.toList')}</Button>}
        <Button variant="default" disabled={busy} onClick={onAnother}>
          {t('fileimport:another')}
        </Button>
      </ImportActions>
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
  const { t } = useTranslation(['orders', 'fileimport']);
  if (found !== null && !found.isDryRun) return null;
  if (found === null || found.problems.length > 0)
    return (
      <Button loading={busy} disabled={read.problems.length > 0} onClick={() => onSend(true)}>
        {t('fileimport:check')}
      </Button>
    );
  return (
    <Button loading={busy} disabled={found.created === 0} onClick={() => onSend(false)}>
      {t('orders:import.start', { count: found.created })}
    </Button>
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
  const mistakes = [
    ...read.problems.map(({ row, column }) => ({
      row,
      field: t(`orders:field.${column}`),
      message: t('orders:import.mistake.unread'),
    })),
    ...(found?.problems ?? []).map(({ row, field, problem }) => ({
      row: read.rows[row - 1] ?? row,
      field: t(`orders:field.${columnOf(field)}`),
      message: t(`orders:import.mistake.${problem}`),
    })),
  ];
  return (
    <div role="status">
      {found !== null && mistakes.length === 0 && (
        <p>
          {t(found.isDryRun ? 'orders:import.would' : 'orders:import.did', { count: found.created })}{' '}
          {found.known > 0 && t('orders:import.known', { count: found.known })}
        </p>
      )}
      <MistakeLines mistakes={mistakes} />
    </div>
  );
}
