import { Button, Menu } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { Period } from '../../kernel/period/period.ts';
import { AnswerError } from '../../kernel/queries/query-client.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { LogQuestion } from './log-question.ts';
import styles from './logs.module.css';
import { useAllLines, type usePeople } from './use-logs.ts';
import { writeLogSheet } from './write-log-sheet.ts';

export interface LogSheetMenuProps {
  readonly question: LogQuestion;
  readonly period: Period;
  readonly people: ReturnType<typeof usePeople>;
}
const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;
const FORMATS = ['xlsx', 'csv'] as const;
const COLUMNS = ['when', 'who', 'address', 'what', 'object', 'id', 'changes', 'details'] as const;

/** What is looked for, as a file, all pages of it. */
export function LogSheetMenu({ question, period, people }: LogSheetMenuProps) {
  const { t, i18n } = useTranslation('logs');
  const format = useFormat();
  const brand = useSignedIn().branding.title;
  const failureText = useFailureText();
  const readAll = useAllLines(question, period);
  const [state, setState] = useState<'idle' | 'busy' | AnswerError>('idle');
  const save = async (type: (typeof FORMATS)[number]): Promise<void> => {
    setState('busy');
    try {
      const sheet = {
        name: t('logs:title'),
        brand,
        language: matchLanguage(i18n.language) ?? 'en',
        titles: COLUMNS.map((column) => t(`logs:column.${column}`)),
        lines: await readAll(new AbortController().signal),
        wordOf: (name: string) => t(`logs:detail.${name}`, { defaultValue: name }),
        timeOf: (instant: string) => format.moment(Date.parse(instant)),
        nameOf: people.nameOf,
        actOf: (act: string) => t(`logs:act.${act}`, { defaultValue: act }),
        objectOf: (object: string) => t(`logs:object.${object}`, { defaultValue: object }),
      };
      saveFile(`logs.${type}`, writeLogSheet(type, sheet), TYPES[type]);
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
          {FORMATS.map((type) => (
            <Menu.Item key={type} onClick={() => void save(type)}>
              {t(`logs:file.${type}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
