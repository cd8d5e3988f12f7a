import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerError } from '../../kernel/queries/query-client.ts';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { SHEET_FORMATS, type SheetFormat } from '../../ui/sheets/save-rows.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './logs.module.css';

export interface LogFileMenuProps {
  /** Reads all pages and saves them. @throws AnswerError when they cannot be read. */
  readonly save: (format: SheetFormat) => Promise<void>;
}

/** Exports the search as a file, or shows why that failed. */
export function LogFileMenu({ save }: LogFileMenuProps) {
  const { t } = useTranslation('logs');
  const failureText = useFailureText();
  const [state, setState] = useState<'idle' | 'busy' | AnswerError>('idle');
  const choose = async (format: SheetFormat): Promise<void> => {
    setState('busy');
    try {
      await save(format);
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
      <DownloadMenu
        label={t('logs:export')}
        formats={SHEET_FORMATS.map((format) => ({ format, name: t(`logs:file.${format}`) }))}
        busy={state === 'busy'}
        onChoose={(format) => void choose(format)}
      />
    </>
  );
}
