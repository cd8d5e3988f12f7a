import type { LatLng } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../kernel/fleet/fleet-context.tsx';
import { useDisplayChoices } from '../../../kernel/formats/use-format.ts';
import { useSheetName } from '../../../kernel/formats/use-sheet-name.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import type { Fleet } from '../../../live/fleet.ts';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import type { CellTextContext } from './cell-text.ts';
import { columnOf, type ColumnId } from './columns.ts';
import type { TableLines } from './table-lines.ts';
import styles from './table.module.css';
import { useColumnName } from './use-cell-text-context.ts';
import { useSectionTitle } from './use-section-title.ts';

export interface SheetMenuProps {
  readonly lines: TableLines;
  readonly columns: readonly ColumnId[];
  readonly textContext: CellTextContext;
}

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;
const FORMATS = ['xlsx', 'csv'] as const;
type Format = (typeof FORMATS)[number];

/** Exports the table as a file: its columns, its order, its rows. */
export function SheetMenu(props: SheetMenuProps) {
  const { t } = useTranslation('devicetable');
  const { state, save } = useSheet(props);
  return (
    <>
      {state === 'failed' && (
        <span role="alert" className={styles.failed}>
          {t('devicetable:sheet.failed')}
        </span>
      )}
      <DownloadMenu
        label={t('devicetable:sheet.label')}
        formats={FORMATS.map((format) => ({ format, name: t(`devicetable:sheet.${format}`) }))}
        busy={state === 'busy'}
        onChoose={(format) => void save(format)}
      />
    </>
  );
}

/** Writes the file, one at a time. */
function useSheet({ lines, columns, textContext }: SheetMenuProps) {
  const { t, i18n } = useTranslation('devicetable');
  const fleet = useFleet();
  const { client } = useServices();
  const { branding } = useSignedIn();
  const nameFile = useSheetName();
  const choices = useDisplayChoices();
  const nameOf = useColumnName();
  const titleOf = useSectionTitle(textContext.names);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const addresses = async (places: readonly LatLng[]): Promise<readonly (string | null)[]> => {
    const answer = await client.server.addresses(places, new AbortController().signal);
    return answer.ok ? answer.value.map(({ address }) => address) : [];
  };
  const write = async (format: Format, open: Fleet): Promise<void> => {
    const { writeTableSheet } = await import('./write-table-sheet.ts');
    const name = t('devicetable:sheet.name');
    const content = await writeTableSheet(format, {
      name,
      brand: branding.title,
      language: i18n.language,
      lines,
      columns: columns.map((id) => ({ id, title: nameOf(id), px: columnOf(id).px })),
      textContext,
      choices,
      titleOf,
      read: (ids) => open.read(ids),
      addresses,
    });
    saveFile(nameFile(name, format), content, TYPES[format]);
  };
  const save = async (format: Format): Promise<void> => {
    if (fleet === null || state === 'busy') return;
    setState('busy');
    try {
      await write(format, fleet);
      setState('idle');
    } catch (error) {
      console.error('Cannot write the sheet', error);
      setState('failed');
    }
  };
  return { state, save };
}
