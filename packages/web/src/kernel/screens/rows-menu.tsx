import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { saveRows, SHEET_FORMATS, type SheetFormat } from '../../ui/sheets/save-rows.ts';
import type { RowCell } from '../../ui/sheets/sheet-value.ts';
import { useSignedIn } from '../services.tsx';

const WIDTH = 24;

export interface RowsMenuProps {
  /** Of the file. */
  readonly name: string;
  /** The first row has the titles; asked for when it is saved. */
  readonly rows: () => readonly (readonly RowCell[])[];
}

/** Exports a list as a file: filtered and in its order. */
export function RowsMenu({ name, rows }: RowsMenuProps) {
  const { t, i18n } = useTranslation('common');
  const brand = useSignedIn().branding.title;
  const [busy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const save = async (format: SheetFormat): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      const [head = [], ...lines] = rows();
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
        formats={SHEET_FORMATS.map((format) => ({ format, name: t(`common:sheet.${format}`) }))}
        busy={busy}
        onChoose={(format) => void save(format)}
      />
      {isFailed && <DialogFailure text={t('common:sheet.failed')} />}
    </>
  );
}
