import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../kernel/services.tsx';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { saveRows, SHEET_FORMATS } from '../../ui/sheets/save-rows.ts';
import { Paper } from '../../ui/sheets/paper.tsx';
import type { RowCell } from '../../ui/sheets/sheet-value.ts';

type Rows = readonly (readonly RowCell[])[];
interface SheetMenuProps {
  readonly name: string;
  /** The first row has the titles; asked for when it is saved. */
  readonly rows: () => Rows;
}
const FORMATS = ['print', ...SHEET_FORMATS] as const;
type Format = (typeof FORMATS)[number];
const WIDTH = 20;

/** A table as a file or on paper, as it is shown. */
export function SheetMenu({ name, rows }: SheetMenuProps) {
  const { t, i18n } = useTranslation('costs');
  const brand = useSignedIn().branding.title;
  const [paper, setPaper] = useState<Rows | null>(null);
  const [busy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const write = async (format: Format): Promise<void> => {
    const made = rows();
    if (format === 'print') {
      flushSync(() => setPaper(made));
      window.print();
      setPaper(null);
      return;
    }
    const widths = (made[0] ?? []).map(() => WIDTH);
    await saveRows(format, { name, brand, language: i18n.language, rows: made, widths });
  };
  const choose = async (format: Format): Promise<void> => {
    setBusy(true);
    setFailed(false);
    // The code for the file did not load, or the browser does not let it be saved.
    await write(format).catch(() => setFailed(true));
    setBusy(false);
  };
  return (
    <>
      <DownloadMenu
        label={t('costs:sheet.open')}
        formats={FORMATS.map((format) => ({ format, name: t(`costs:sheet.${format}`) }))}
        busy={busy}
        onChoose={(format) => void choose(format)}
      />
      {isFailed && <DialogFailure text={t('costs:sheet.failed')} />}
      {paper !== null && <Paper brand={brand} name={name} rows={paper} />}
    </>
  );
}
