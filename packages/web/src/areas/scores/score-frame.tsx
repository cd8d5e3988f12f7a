import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { PeriodPicker } from '../../kernel/period/period-picker.tsx';
import { writePeriod, type Period, type PeriodChoice } from '../../kernel/period/period.ts';
import type { Ranking, ScoredBy } from '../../kernel/queries/use-ranking.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { readScoreAddress, writeScoreAddress } from './score-address.ts';
import styles from './scores.module.css';

interface ScoreFrameProps {
  readonly title: string;
  readonly choice: PeriodChoice;
  readonly period: Period;
  readonly by: ScoredBy;
  /** It is of one line of the list, to which a link leads. */
  readonly hasList?: true;
  /** At the end of the head. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Head of a screen about scores: name, period, and the report with its sheets. */
export function ScoreFrame({ title, choice, period, by, hasList, actions, children }: ScoreFrameProps) {
  const { t } = useTranslation('scores');
  const [search, setSearch] = useSearchParams();
  return (
    <section className={styles.screen} aria-label={title}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <PeriodPicker
          choice={choice}
          period={period}
          onChange={(next) => setSearch((old) => writePeriod(old, next), { replace: true })}
        />
        {hasList === true && (
          <Link className={styles.link} to={`/scores?${writeScoreAddress(search, { by }).toString()}`}>
            {t('scores:all')}
          </Link>
        )}
        <Link className={styles.link} to={reportPath(search, period, by)}>
          {t('scores:report')}
        </Link>
        {actions}
      </header>
      {/* What scrolls is reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls. */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('scores:content')}>
        {children}
      </div>
    </section>
  );
}

/** The same numbers as a report, for sheets and mails. */
function reportPath(search: URLSearchParams, { from, to }: Period, by: ScoredBy): string {
  const { groupId } = readScoreAddress(search);
  const report = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), run: '1' });
  if (by !== 'device') report.set('by', by);
  if (groupId > 0) report.set('groups', String(groupId));
  return `/reports/scores?${report.toString()}`;
}

interface ScoreDataProps<T> {
  readonly query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly children: (data: T) => ReactNode;
}

/** Content made of scores, once they are there; before that its shape, or why it did not come. */
export function ScoreData<T = Ranking>({ query, children }: ScoreDataProps<T>) {
  const { t } = useTranslation(['scores', 'common']);
  const failure = useListFailure(query, t('scores:failed'));
  if (query.data !== undefined) return children(query.data);
  if (failure === null) return <ListLoading />;
  return (
    <ListMessage
      role="alert"
      title={failure.title}
      text={failure.text}
      action={{ label: t('common:list.retry'), onClick: failure.onRetry }}
    />
  );
}
