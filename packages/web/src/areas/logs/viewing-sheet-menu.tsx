import { Button, Menu } from '@mantine/core';
import type { Viewing } from '@rastro/fleet';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Period } from '../../kernel/period/period.ts';
import { AnswerError } from '../../kernel/queries/query-client.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { saveRows, SHEET_FORMATS, type SheetFormat } from '../../ui/sheets/save-rows.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './logs.module.css';
import { useAllViewings, type ViewingQuestion } from './use-viewings.ts';
import { useHourText } from './viewing-lines.tsx';

const COLUMNS = ['hour', 'who', 'how', 'way', 'vehicles', 'numbers'] as const;
const WIDTHS = [28, 28, 20, 20, 12, 40];

export interface ViewingSheetMenuProps {
  readonly question: ViewingQuestion;
  readonly period: Period;
}

/** The first one has the titles. */
function useRows(): (lines: readonly Viewing[]) => readonly (readonly string[])[] {
  const { t } = useTranslation('logs');
  const hourText = useHourText();
  return (lines) => [
    COLUMNS.map((name) => t(`logs:viewings.column.${name}`)),
    ...lines.map((line) => [
      hourText(line),
      line.userName,
      t(`logs:viewings.kind.${line.kind}`),
      [line.isGuest ? t('logs:viewings.guest') : '', line.byToken ? t('logs:viewings.byToken') : '']
        .filter((part) => part !== '')
        .join(' · '),
      String(line.devices),
      line.deviceIds.join(' '),
    ]),
  ];
}

/** What is looked for, as a file, all pages of it. */
export function ViewingSheetMenu({ question, period }: ViewingSheetMenuProps) {
  const { t, i18n } = useTranslation('logs');
  const brand = useSignedIn().branding.title;
  const failureText = useFailureText();
  const readAll = useAllViewings(question, period);
  const [state, setState] = useState<'idle' | 'busy' | AnswerError>('idle');
  const rowsOf = useRows();
  const save = async (format: SheetFormat): Promise<void> => {
    setState('busy');
    try {
      const rows = rowsOf(await readAll(new AbortController().signal));
      const name = t('logs:viewings.title');
      await saveRows(format, { name, brand, language: i18n.language, rows, widths: WIDTHS });
      setState('idle');
    } catch (error) {
      // Anything else is a mistake of ours and is not hidden.
      if (!(error instanceof AnswerError)) throw error;
      setState(error);
    }
  };
  return (
    <>
      {typeof state === 'object' && (
        <span role="alert" className={styles.failed}>
          {failureText(state.failure)}
        </span>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            loading={state === 'busy'}
            leftSection={<Download size={14} aria-hidden />}
          >
            {t('logs:export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {SHEET_FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void save(format)}>
              {t(`logs:file.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
