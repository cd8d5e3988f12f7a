import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { Paper } from '../../ui/sheets/paper.tsx';
import { saveRows, SHEET_FORMATS } from '../../ui/sheets/save-rows.ts';
import type { RowCell } from '../../ui/sheets/sheet-value.ts';
import { useSignedIn } from '../services.tsx';

const WIDTH = 24;

export interface RowsMenuProps {
  /** Of the file. */
  readonly name: string;
  /** The first row has the titles; asked for when it is saved. */
  readonly rows: () => Rows | Promise<Rows>;
  /** It is offered on paper, too. */
  readonly canPrint?: true;
}
type Rows = readonly (readonly RowCell[])[];
const FORMATS = [...SHEET_FORMATS, 'print'] as const;
type Format = (typeof FORMATS)[number];

/** Exports a list as a file: filtered and in its order. */
export function RowsMenu({ name, rows, canPrint }: RowsMenuProps) {
  const { t, i18n } = useTranslation('common');
  const brand = useSignedIn().branding.title;
  const [busy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const [paper, setPaper] = useState<Rows | null>(null);
  const save = async (format: Format): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      const made = await rows();
      if (format === 'print') {
        flushSync(() => setPaper(made));
        window.print();
        setPaper(null);
        return;
      }
      const [head = [], ...lines] = made;
      const widths = head.map(() => WIDTH);
      await saveRows(format, { name, brand, language: i18n.language, rows: [head, ...lines], widths });
    } catch {
      // The code for the file did not load, or the browser does not let it be saved.
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <DownloadMenu
        label={t('common:sheet.label')}
        formats={(canPrint ? FORMATS : SHEET_FORMATS).map((format) => ({
          format,
          name: t(`common:sheet.${format}`),
        }))}
        busy={busy}
        onChoose={(format) => void save(format)}
      />
      {isFailed && <DialogFailure text={t('common:sheet.failed')} />}
      {paper !== null && <Paper brand={brand} name={name} rows={paper} />}
    </>
  );
}
