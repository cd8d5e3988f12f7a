import { matchLanguage } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useDisplayChoices, useFormat } from '../../kernel/formats/use-format.ts';
import type { Period } from '../../kernel/period/period.ts';
import { useSheetName } from '../../kernel/formats/use-sheet-name.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { SheetFormat } from '../../ui/sheets/save-rows.ts';
import type { LogQuestion } from './log-question.ts';
import { LogFileMenu } from './log-file-menu.tsx';
import { loadThingNames } from './thing-names.ts';
import { useAllLines, type useLogUsers } from './use-logs.ts';
import { writeLogSheet } from './write-log-sheet.ts';

export interface LogSheetMenuProps {
  readonly question: LogQuestion;
  readonly period: Period;
  readonly users: ReturnType<typeof useLogUsers>;
}
const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;
const COLUMNS = ['when', 'who', 'address', 'what', 'object', 'id', 'changes', 'details'] as const;

/** Exports all pages of the search as a file. */
export function LogSheetMenu({ question, period, users }: LogSheetMenuProps) {
  const { t, i18n } = useTranslation(['logs', 'billing']);
  const format = useFormat();
  const choices = useDisplayChoices();
  const brand = useSignedIn().branding.title;
  const nameOf = useSheetName();
  const readAll = useAllLines(question, period);
  const services = useServices();
  const save = async (type: SheetFormat): Promise<void> => {
    const { signal } = new AbortController();
    const lines = await readAll(signal);
    const sheet = {
      name: t('logs:title'),
      brand,
      language: matchLanguage(i18n.language) ?? 'en',
      choices,
      titles: COLUMNS.map((column) => t(`logs:column.${column}`)),
      lines,
      thing: await loadThingNames(services, lines, signal),
      codeOf: (code: string) => t(`billing:status.${code}`, { defaultValue: code }),
      labelOf: (name: string) => t(`logs:detail.${name}`, { defaultValue: name }),
      timeOf: (instant: string) => format.moment(Date.parse(instant)),
      nameOf: users.nameOf,
      actionLabelOf: (action: string) => t(`logs:act.${action}`, { defaultValue: action }),
      objectOf: (object: string) => t(`logs:object.${object}`, { defaultValue: object }),
    };
    saveFile(nameOf(sheet.name, type), writeLogSheet(type, sheet), TYPES[type]);
  };
  return <LogFileMenu save={save} />;
}
