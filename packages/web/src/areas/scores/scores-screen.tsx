import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useRanking } from '../../kernel/queries/use-ranking.ts';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { RankingList } from './ranking-list.tsx';
import { readScoreAddress } from './score-address.ts';
import { ScoreData, ScoreFrame } from './score-frame.tsx';
import { ScoreTools } from './score-tools.tsx';
import { SettingsButton } from './settings/settings-button.tsx';
import { useScorePeriod } from './use-score-period.ts';
import styles from './scores.module.css';
import { useState } from 'react';

/** Scores of all vehicles, drivers or groups: who drives well, who badly, and of whom too little is known. */
export function ScoresScreen() {
  const { t } = useTranslation('scores');
  useScreenTitle(t('scores:title'));
  const { choice, period } = useScorePeriod();
  const [search] = useSearchParams();
  const { by, groupId, order } = readScoreAddress(search);
  const [words, setWords] = useState('');
  const query = useRanking(period, { by, groupIds: groupId > 0 ? [groupId] : [] });
  return (
    <ScoreFrame
      title={t('scores:title')}
      choice={choice}
      period={period}
      by={by}
      actions={<SettingsButton by={by} groupId={groupId} />}
    >
      <div className={styles.page}>
        <ScoreTools words={words} onSearch={setWords} median={query.data?.median ?? null} />
        <ScoreData query={query}>
          {(ranking) => <RankingList ranking={ranking} by={by} words={words} order={order} />}
        </ScoreData>
      </div>
    </ScoreFrame>
  );
}
