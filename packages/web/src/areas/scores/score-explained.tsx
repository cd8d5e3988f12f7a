import type { ScoreItem } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { Ranking } from '../../kernel/queries/use-ranking.ts';
import { ScoreBar } from './score-bar.tsx';
import { ScoreParts } from './score-parts.tsx';
import { ScoreTrend } from './score-trend.tsx';
import styles from './scores.module.css';
import { usePoints } from './use-points.ts';
import type { TrendSubject } from './use-trend.ts';

interface ExplainedProps {
  readonly one: ScoreItem;
  readonly ranking: Ranking;
  readonly subject: TrendSubject;
}

/** A score with its place, what it cost, and how it was before. */
export function ScoreExplained({ one, ranking, subject }: ExplainedProps) {
  return (
    <div className={styles.page}>
      <Summary one={one} ranking={ranking} />
      {one.gap === null && <ScoreParts one={one} period={ranking.period} />}
      <ScoreTrend subject={subject} period={ranking.period} median={ranking.median} />
    </div>
  );
}

function Summary({ one, ranking: { ranked, median } }: Omit<ExplainedProps, 'subject'>) {
  const { t } = useTranslation('scores');
  const format = useFormat();
  const pointsText = usePoints();
  const { distance, moving } = one.sums;
  const place = ranked.find(({ item }) => item === one)?.place;
  const driven = t('scores:driven', { distance: format.distance(distance), time: format.duration(moving) });
  if (one.points === null)
    return (
      <section className={styles.card}>
        <h2 className={styles.name}>{t('scores:notEnough')}</h2>
        <p className={styles.note}>{t(`scores:gap.${one.gap ?? 'kinds'}`)}</p>
        <p className={styles.note}>{driven}</p>
      </section>
    );
  const number = (value: number | null): string => pointsText(value ?? 0);
  return (
    <section className={styles.card} aria-label={t('scores:one')}>
      <p className={styles.big}>{number(one.points)}</p>
      <ScoreBar points={one.points} low={one.low} high={one.high} median={median} />
      {/* Shares of time have no range by chance. */}
      {one.low !== one.high && (
        <p className={styles.note}>{t('scores:range', { low: number(one.low), high: number(one.high) })}</p>
      )}
      <p className={styles.note}>{driven}</p>
      <p className={styles.note}>
        {place === undefined
          ? t('scores:noRank')
          : t('scores:rank', { place: format.number(place), of: format.number(ranked.length) })}
      </p>
      {median !== null && <p className={styles.note}>{t('scores:median', { score: number(median) })}</p>}
    </section>
  );
}
