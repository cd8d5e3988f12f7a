import type { ScoreSettings } from '@rastro/fleet/scores';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { usePlace } from '../../../kernel/formats/use-place.ts';
import { periodOf } from '../../../kernel/period/period.ts';
import { useRanking, type Ranking, type ScoredBy } from '../../../kernel/queries/use-ranking.ts';
import { nameOfScore } from '../ordered-scores.ts';
import { ScoreData } from '../score-frame.tsx';
import { usePoints } from '../use-points.ts';
import table from '../scores.module.css';
import { PREVIEW_RANKS, previewOf, type PreviewPoint, type PreviewRank } from './preview.ts';
import styles from './settings.module.css';
import type { ScoreTarget } from './use-score-targets.ts';

interface SettingsPreviewProps {
  readonly target: ScoreTarget;
  readonly by: ScoredBy;
  readonly draft: ScoreSettings;
}

/** The last 30 days as they are, and as they would be: worked out here from the sums of the report. */
export function SettingsPreview({ target, by, draft }: SettingsPreviewProps) {
  const { t } = useTranslation('scores');
  const id = useId();
  const place = usePlace();
  const [now] = useState(() => Date.now());
  const { groupId } = target;
  const query = useRanking(periodOf({ preset: '30d' }, now, place), {
    by,
    groupIds: groupId > 0 ? [groupId] : [],
  });
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h3 id={id} className={table.name}>
        {t('scores:preview.title')}
      </h3>
      <ScoreData query={query}>
        {(ranking) => <PreviewTable ranking={ranking} target={target} draft={draft} labelledBy={id} />}
      </ScoreData>
    </section>
  );
}

interface PreviewTableProps extends Omit<SettingsPreviewProps, 'by'> {
  readonly ranking: Ranking;
  readonly labelledBy: string;
}

function PreviewTable({ ranking, target, draft, labelledBy }: PreviewTableProps) {
  const { t } = useTranslation('scores');
  const format = useFormat();
  const pointsText = usePoints();
  const { before, after, ranked } = previewOf(ranking.scores, target.inForce, draft);
  if (before === null && after === null) return <p className={table.note}>{t('scores:preview.none')}</p>;
  const text = (point: PreviewPoint | undefined) => {
    if (point === undefined) return '–';
    const name = point.item && nameOfScore(point.item);
    return (
      <>
        {pointsText(point.points)}
        {name !== null && <span className={styles.whose}> · {name}</span>}
      </>
    );
  };
  const row = (rank: PreviewRank) => (
    <tr key={rank}>
      <th scope="row">{t(`scores:preview.${rank}`)}</th>
      <td>{text(before?.[rank])}</td>
      <td>{text(after?.[rank])}</td>
    </tr>
  );
  return (
    <table className={table.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('scores:one')}</th>
          <th scope="col">{t('scores:preview.before')}</th>
          <th scope="col">{t('scores:preview.after')}</th>
        </tr>
      </thead>
      <tbody>
        {PREVIEW_RANKS.map(row)}
        <tr>
          <th scope="row">{t('scores:ranked')}</th>
          <td>{format.number(ranked.before)}</td>
          <td>{format.number(ranked.after)}</td>
        </tr>
      </tbody>
    </table>
  );
}
