import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { Period } from '../../kernel/period/period.ts';
import { ScoreData } from './score-frame.tsx';
import styles from './scores.module.css';
import { usePoints } from './use-points.ts';
import { TREND_STEPS, useTrend, type TrendPoint, type TrendStep, type TrendSubject } from './use-trend.ts';

interface ScoreTrendProps {
  readonly subject: TrendSubject;
  readonly period: Period;
  /** Of those that are compared now. */
  readonly median: number | null;
}

/** Weeks or months up to the end of the period: a picture, and a table with the same numbers. */
export function ScoreTrend({ subject, period, median }: ScoreTrendProps) {
  const { t } = useTranslation('scores');
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const step = TREND_STEPS.find((each) => each === search.get('trend')) ?? 'week';
  const query = useTrend(subject, step, period);
  const choose = (value: string): void =>
    setSearch(
      (old) => {
        if (value === 'week') old.delete('trend');
        else old.set('trend', value);
        return old;
      },
      { replace: true },
    );
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.tools}>
        <h2 id={id} className={styles.name}>
          {t('scores:trend.title')}
        </h2>
        <SegmentedControl
          size="xs"
          classNames={{ label: styles.step ?? '' }}
          aria-label={t('scores:trend.label')}
          value={step}
          data={TREND_STEPS.map((value) => ({ value, label: t(`scores:trend.${value}`) }))}
          onChange={choose}
        />
      </div>
      <ScoreData query={query}>
        {(points) => <Trend points={points} step={step} median={median} labelledBy={id} />}
      </ScoreData>
    </section>
  );
}

const STEP = 40;
const BAR = 24;
const HEIGHT = 100;
/** A week without a score has a stump: it is there, and unknown. */
const UNKNOWN = 2;

interface TrendProps extends Pick<ScoreTrendProps, 'median'> {
  readonly points: readonly TrendPoint[];
  readonly step: TrendStep;
  readonly labelledBy: string;
}

function Trend({ points, step, median, labelledBy }: TrendProps) {
  const { t } = useTranslation('scores');
  const format = useFormat();
  const pointsText = usePoints();
  const sentence = useTrendSentence(points);
  return (
    <>
      <svg
        className={styles.trend}
        viewBox={`0 0 ${STEP * points.length} ${HEIGHT}`}
        role="img"
        aria-label={sentence}
        preserveAspectRatio="none"
      >
        {points.map(({ period, points: score }, at) => (
          <rect
            key={period.from.getTime()}
            className={styles.week}
            data-known={score !== null}
            x={at * STEP + (STEP - BAR) / 2}
            y={HEIGHT - (score ?? UNKNOWN)}
            width={BAR}
            height={score ?? UNKNOWN}
          />
        ))}
        {median !== null && (
          <line
            className={styles.medianLine}
            x1={0}
            x2={STEP * points.length}
            y1={HEIGHT - median}
            y2={HEIGHT - median}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      {median !== null && (
        <p className={styles.note}>{t('scores:trend.median', { score: pointsText(median) })}</p>
      )}
      <table className={`${styles.table} ${styles.twin}`} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">{t(step === 'week' ? 'scores:trend.fromWeek' : 'scores:trend.month')}</th>
            <th scope="col">{t('scores:column.distance')}</th>
            <th scope="col">{t('scores:one')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ period, points: score, distance }) => (
            <tr key={period.from.getTime()}>
              <th scope="row">{format.dayOf(period.from.getTime())}</th>
              <td>{format.distance(distance)}</td>
              <td>{score === null ? t('scores:trend.unknown') : pointsText(score)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Says in words what the picture shows. */
function useTrendSentence(points: readonly TrendPoint[]): string {
  const { t } = useTranslation('scores');
  const pointsText = usePoints();
  const known = points.flatMap(({ points: score }) => (score === null ? [] : [score]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return t('scores:trend.none');
  return t('scores:trend.sentence', {
    count: known.length,
    first: pointsText(first),
    last: pointsText(last),
  });
}
