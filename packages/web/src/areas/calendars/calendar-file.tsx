import { Button } from '@mantine/core';
import { FIELD_LIMITS } from '@rastro/fleet';
import { fromBase64, readCalendar, toBase64, withZone, type CalendarProblem } from '@rastro/fleet/calendars';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decodeText } from '../../ui/sheets/decode-text.ts';
import { saveFile } from '../../ui/save-file.ts';
import styles from './calendars.module.css';
import form from '../../ui/form.module.css';

export interface CalendarFileProps {
  readonly name: string;
  readonly data: string;
  readonly mayEdit: boolean;
  /** Of times that name none, as the server will take them. */
  readonly zone: string;
  readonly onImport: (data: string, fileName: string) => void;
}

/** Import and export of a calendar as a file. An invalid file shows its error and changes nothing. */
export function CalendarFile({ name, data, mayEdit, zone, onImport }: CalendarFileProps) {
  const { t } = useTranslation('calendars');
  const [problem, setProblem] = useState<CalendarProblem | 'tooBig' | null>(null);
  const take = async (file: File): Promise<void> => {
    const read = toBase64(decodeText(new Uint8Array(await file.arrayBuffer())));
    const made = readCalendar(read);
    if (read.length > FIELD_LIMITS.calendar.data) setProblem('tooBig');
    else if (!made.ok) setProblem(made.error);
    else {
      setProblem(null);
      onImport(withZone(read, zone), file.name);
    }
  };
  const save = (): void => {
    const title = name.trim() === '' ? t('calendars:one') : name.trim();
    saveFile(`${title}.ics`, fromBase64(data), 'text/calendar');
  };
  return (
    <>
      <div className={form.more}>
        {mayEdit && <ImportButton onFile={(file) => void take(file)} />}
        <Button size="xs" variant="default" leftSection={<Download size={15} aria-hidden />} onClick={save}>
          {t('calendars:file.export')}
        </Button>
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem === 'tooBig'
            ? t('calendars:problem.tooBig')
            : t(`calendars:problem.${problem.code}`, { what: problem.what })}
        </p>
      )}
    </>
  );
}

function ImportButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const { t } = useTranslation('calendars');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Upload size={15} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('calendars:file.import')}
      </Button>
      <input
        ref={input}
        className={styles.file}
        type="file"
        accept=".ics,text/calendar"
        tabIndex={-1}
        aria-label={t('calendars:file.choose')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
