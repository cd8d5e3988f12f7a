import type { AccessLogEntry } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import type { RowCell } from '../../ui/sheets/sheet-value.ts';
import { useSheetValues } from '../../kernel/formats/use-sheet-values.ts';
import type { Period } from '../../kernel/period/period.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { saveRows, type SheetFormat } from '../../ui/sheets/save-rows.ts';
import { LogFileMenu } from './log-file-menu.tsx';
import { useFullAccessLog, type AccessLogQuestion } from './use-access-log.ts';
import { useHourText } from './access-log-lines.tsx';

const COLUMNS = ['hour', 'who', 'how', 'way', 'vehicles', 'numbers'] as const;
const WIDTHS = [28, 28, 20, 20, 12, 40];

export interface AccessLogSheetMenuProps {
  readonly question: AccessLogQuestion;
  readonly period: Period;
}

/** The first one has the titles. */
function useRows(): (lines: readonly AccessLogEntry[]) => readonly (readonly RowCell[])[] {
  const { t } = useTranslation('logs');
  const hourText = useHourText();
  const cells = useSheetValues();
  return (lines) => [
    COLUMNS.map((name) => t(`logs:viewings.column.${name}`)),
    ...lines.map((line) => [
      cells.instantAs(line.hour, hourText(line)),
      line.userName,
      t(`logs:viewings.kind.${line.kind}`),
      [line.isGuest ? t('logs:viewings.guest') : '', line.byToken ? t('logs:viewings.byToken') : '']
        .filter((part) => part !== '')
        .join(' · '),
      cells.number(line.devices),
      line.deviceIds.join(' '),
    ]),
  ];
}

/** Exports all pages of the search as a file. */
export function AccessLogSheetMenu({ question, period }: AccessLogSheetMenuProps) {
  const { t, i18n } = useTranslation('logs');
  const brand = useSignedIn().branding.title;
  const readAll = useFullAccessLog(question, period);
  const rowsOf = useRows();
  const save = async (format: SheetFormat): Promise<void> => {
    const rows = rowsOf(await readAll(new AbortController().signal));
    const name = t('logs:viewings.title');
    await saveRows(format, { name, brand, language: i18n.language, rows, widths: WIDTHS });
  };
  return <LogFileMenu save={save} />;
}
