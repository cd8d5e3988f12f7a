import { matchLanguage } from '@rastro/fleet';
import { sheetFileName } from '@rastro/fleet/sheets';
import type { DriverMonth } from '@rastro/fleet/working-hours';
import type { SheetText } from '@rastro/fleet/working-hours';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { GivenChoices, useDisplayChoices } from '../../kernel/formats/use-format.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { saveRows } from '../../ui/sheets/save-rows.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { SheetPaper } from './sheet-paper.tsx';
import { useSheetRows } from './use-sheet-rows.ts';
import { HOURS_KEY } from './use-hours.ts';

const FORMATS = ['print', 'xlsx', 'csv', 'json'] as const;
type Format = (typeof FORMATS)[number];
const COLUMN_CHARACTERS = 18;
const COLUMNS = 10;

interface SheetMenuProps {
  readonly month: DriverMonth;
}

/** The month as a file or on paper, on the clock of the driver's base. */
export function SheetMenu({ month }: SheetMenuProps) {
  const own = useDisplayChoices();
  const { zone } = month.content;
  const choices = useMemo(() => ({ ...own, zone }), [own, zone]);
  return (
    <GivenChoices value={choices}>
      <Menu month={month} />
    </GivenChoices>
  );
}

/** The sheet is read from the server each time: so each copy is in the audit log, and none is of another month than it says. */
function Menu({ month }: SheetMenuProps) {
  const { t, i18n } = useTranslation('hours');
  const { hours } = useServices().extension;
  const { title: brand } = useSignedIn().branding;
  const queries = useQueryClient();
  const failureText = useFailureText();
  const rowsOf = useSheetRows();
  const [paper, setPaper] = useState<DriverMonth | null>(null);
  const [problem, setProblem] = useState<'changed' | 'notSaved' | null>(null);
  const { content, driverId, sheet } = month;
  const { busy, failure, run } = useWrite((_: Format, signal) =>
    hours.sheet(driverId, content.month, signal),
  );
  const name = `${t('hours:sheet.name')} ${content.driverName} ${monthText(content.month, matchLanguage(i18n.language) ?? 'en')}`;
  const write = async (format: Format, text: SheetText): Promise<void> => {
    if (format === 'print') {
      flushSync(() => setPaper(month));
      window.print();
    } else if (format === 'json') {
      saveFile(sheetFileName([brand, name], 'json'), text.text, 'application/json');
    } else {
      const widths = Array.from({ length: COLUMNS }, () => COLUMN_CHARACTERS);
      await saveRows(format, { name, brand, language: i18n.language, rows: rowsOf(month), widths });
    }
  };
  const choose = async (format: Format): Promise<void> => {
    setProblem(null);
    const answer = await run(format);
    if (answer?.ok !== true) return;
    if (answer.value.hash !== sheet.hash) {
      setProblem('changed');
      await queries.invalidateQueries({ queryKey: HOURS_KEY });
      return;
    }
    // The code for the file did not load, or the browser does not let it be saved.
    await write(format, answer.value).catch(() => setProblem('notSaved'));
  };
  return (
    <>
      <DownloadMenu
        label={t('hours:sheet.open')}
        formats={FORMATS.map((format) => ({ format, name: t(`hours:sheet.${format}`) }))}
        busy={busy}
        onChoose={(format) => void choose(format)}
      />
      <DialogFailure
        text={problem !== null ? t(`hours:sheet.${problem}`) : failure && failureText(failure)}
      />
      {paper === month && <SheetPaper month={month} brand={brand} />}
    </>
  );
}
