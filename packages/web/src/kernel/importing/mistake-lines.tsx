import { useTranslation } from 'react-i18next';
import styles from './importing.module.css';

/** Mistakes that are listed; of more it is said how many. */
const MAX_LINES = 100;
export interface FileMistake {
  /** Number in the file, as a spreadsheet shows it. */
  readonly row: number;
  readonly field: string;
  readonly message: string;
}

/** Mistakes of a file, each by its row and column. */
export function MistakeLines({ mistakes }: { readonly mistakes: readonly FileMistake[] }) {
  const { t } = useTranslation('fileimport');
  if (mistakes.length === 0) return null;
  const lines = mistakes.slice(0, MAX_LINES).map((mistake) => t('fileimport:problem', { ...mistake }));
  return (
    <>
      <p>{t('fileimport:wrong', { count: mistakes.length })}</p>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {mistakes.length > MAX_LINES && (
        <p>{t('fileimport:further', { count: mistakes.length - MAX_LINES })}</p>
      )}
    </>
  );
}
