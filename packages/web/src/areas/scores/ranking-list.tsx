import { Button } from '@mantine/core';
import type { ScoreItem } from '@rastro/fleet';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { Ranking, ScoredBy } from '../../kernel/queries/use-ranking.ts';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { nameOfScore, orderedScores, type ScoreOrder } from './ordered-scores.ts';
import { keyOfScore, pathOfScore } from './score-address.ts';
import { ScoreBar } from './score-bar.tsx';
import styles from './scores.module.css';
import { usePoints } from './use-points.ts';
import { useDriverIds } from './use-scored-drivers.ts';

interface RankingListProps {
  readonly ranking: Ranking;
  readonly by: ScoredBy;
  readonly words: string;
  readonly order: ScoreOrder;
}

/** Those with a rank, and apart those without, with the reason. */
export function RankingList({ ranking, by, words, order }: RankingListProps) {
  const { t } = useTranslation('scores');
  if (ranking.scores.length === 0)
    return <ListMessage title={t(`scores:nothing.${by}`)} text={t(`scores:nothingText.${by}`)} />;
  const { ranked, unranked } = orderedScores(ranking, words, order);
  const lines = ranked.map(({ item, place }): Line => ({ item, place }));
  return (
    <>
      {ranked.length + unranked.length === 0 && (
        <ListMessage title={t('scores:notFound.title')} text={t('scores:notFound.text')} />
      )}
      <Lines title={t('scores:ranked')} lines={lines} by={by} median={ranking.median} />
      <Lines
        title={t('scores:unranked')}
        lines={unranked.map((item) => ({ item, place: null }))}
        by={by}
        median={null}
      />
    </>
  );
}

interface Line {
  readonly item: ScoreItem;
  readonly place: number | null;
}
interface LinesProps {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly by: ScoredBy;
  readonly median: number | null;
}
/** More are drawn when they are asked for. */
const PAGE = 200;

function Lines({ title, lines, by, median }: LinesProps) {
  const { t } = useTranslation('scores');
  const id = useId();
  const driverIds = useDriverIds();
  const pointsText = usePoints();
  const [search] = useSearchParams();
  const [shown, setShown] = useState(PAGE);
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.name}>
        {title}
      </h2>
      <ul className={styles.lines}>
        {lines.slice(0, shown).map((line) => (
          <li key={keyOfScore(line.item)}>
            <ScoreLine
              {...line}
              by={by}
              median={median}
              path={pathOfScore(line.item, search, driverIds)}
              pointsText={pointsText}
            />
          </li>
        ))}
      </ul>
      {shown < lines.length && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {t('scores:more', { count: lines.length - shown })}
        </Button>
      )}
    </section>
  );
}

interface ScoreLineProps extends Line, Pick<LinesProps, 'by' | 'median'> {
  /** Null = nothing explains it: nobody is known who drove. */
  readonly path: string | null;
  readonly pointsText: (points: number) => string;
}

function ScoreLine({ item, place, by, median, path, pointsText }: ScoreLineProps) {
  const { t } = useTranslation('scores');
  const format = useFormat();
  const content = (
    <>
      {place !== null && <span className={styles.place}>{format.number(place)}</span>}
      <span className={styles.vehicle}>
        {nameOfScore(item) ?? t(by === 'driver' ? 'scores:noDriver' : 'scores:noGroup')}
      </span>
      <span className={styles.distance}>{format.distance(item.sums.distance)}</span>
      {item.points === null ? (
        <span className={styles.note}>{t(`scores:gap.${item.gap ?? 'kinds'}`)}</span>
      ) : (
        <>
          <ScoreBar points={item.points} low={item.low} high={item.high} median={median} />
          <span className={styles.score}>{pointsText(item.points)}</span>
        </>
      )}
    </>
  );
  return path === null ? (
    <span className={styles.line}>{content}</span>
  ) : (
    <Link className={styles.line} to={path}>
      {content}
    </Link>
  );
}
