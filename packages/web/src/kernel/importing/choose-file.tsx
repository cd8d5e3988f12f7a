import { Button, Loader } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { ReadTable } from '../../ui/sheets/read-in-worker.ts';
import type { Table, Unreadable } from '../../ui/sheets/read-table.ts';
import { writeCsv } from '../../ui/sheets/write-csv.ts';
import styles from './importing.module.css';

interface ChooseFileProps {
  readonly readTable: ReadTable;
  readonly maxRows: number;
  readonly lead: string;
  /** An empty file with our columns. */
  readonly template: { readonly name: string; readonly head: readonly string[] };
  readonly onOpened: (table: Table) => void;
}

/** Chooses a file to import, and reads its table. */
export function ChooseFile({ readTable, maxRows, lead, template, onOpened }: ChooseFileProps) {
  const { t, i18n } = useTranslation('fileimport');
  const language = matchLanguage(i18n.language) ?? 'en';
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const [why, setWhy] = useState<Unreadable | null>(null);
  const open = async (file: File): Promise<void> => {
    setReading(true);
    setWhy(null);
    const read = await readTable(await file.arrayBuffer(), language);
    setReading(false);
    if (!read.ok) return setWhy(read.why);
    if (read.table.rows.length > maxRows) return setWhy('tooManyRows');
    onOpened(read.table);
  };
  const saveTemplate = (): void =>
    saveFile(template.name, writeCsv([template.head], language === 'en' ? ',' : ';'), 'text/csv');
  return (
    <>
      <p>{lead}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.xlsx"
        aria-label={t('fileimport:choose')}
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
          {t('fileimport:choose')}
        </Button>
        <Button variant="default" leftSection={<Download size={14} aria-hidden />} onClick={saveTemplate}>
          {t('fileimport:template')}
        </Button>
      </div>
      <DialogFailure text={why && t(`fileimport:unreadable.${why}`, { count: maxRows })} />
    </>
  );
}
