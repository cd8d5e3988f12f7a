import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import batch from '../batch/batch.module.css';
import type { ProblemLine } from './use-problem-lines.ts';

/** More lines than a user reads; all of them are in the download. */
const VISIBLE_ROWS = 100;

export interface ProblemLinesProps<T> {
  readonly title: string;
  readonly lines: readonly T[];
  readonly lineOf: (line: T) => ProblemLine;
}

export function ProblemLines<T>({ title, lines, lineOf }: ProblemLinesProps<T>) {
  const { t } = useTranslation('deviceimport');
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={batch.progressText}>
        {title}
      </h2>
      <ul className={batch.list} aria-labelledby={titleId}>
        {lines
          .slice(0, VISIBLE_ROWS)
          .map(lineOf)
          .map(({ row, name, uniqueId, column, reason }) => (
            <li key={row} className={batch.line}>
              <span className={batch.lineHead}>{t('deviceimport:row', { row })}</span>
              <span className={batch.lineHead}>{name === '' ? uniqueId : name}</span>
              <span className={batch.lineText}>{column === '' ? reason : `${column}: ${reason}`}</span>
            </li>
          ))}
      </ul>
      {lines.length > VISIBLE_ROWS && (
        <p className={batch.text}>{t('deviceimport:more', { count: lines.length - VISIBLE_ROWS })}</p>
      )}
    </section>
  );
}
