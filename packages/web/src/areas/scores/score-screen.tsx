import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useRanking } from '../../kernel/queries/use-ranking.ts';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { readScoreAddress } from './score-address.ts';
import { ScoreData, ScoreFrame } from './score-frame.tsx';
import { ScoreExplained } from './score-explained.tsx';
import { useScorePeriod } from './use-score-period.ts';

/** Score of one vehicle: what it is made of, its place among the others, and its trend. */
export function ScoreScreen() {
  const { t } = useTranslation('scores');
  const { deviceId } = useParams();
  const [search] = useSearchParams();
  const { groupId } = readScoreAddress(search);
  const { choice, period } = useScorePeriod();
  const query = useRanking(period, { by: 'device', groupIds: groupId > 0 ? [groupId] : [] });
  const one = query.data?.scores.find((each) => String(each.deviceId) === deviceId);
  const title = one === undefined ? t('scores:one') : t('scores:of', { name: one.deviceName });
  useScreenTitle(title);
  return (
    <ScoreFrame title={title} choice={choice} period={period} by="device" hasList>
      <ScoreData query={query}>
        {(ranking) =>
          one === undefined ? (
            <ListMessage title={t('scores:noVehicle.title')} text={t('scores:noVehicle.text')} />
          ) : (
            <ScoreExplained one={one} ranking={ranking} subject={{ deviceIds: [one.deviceId] }} />
          )
        }
      </ScoreData>
    </ScoreFrame>
  );
}
