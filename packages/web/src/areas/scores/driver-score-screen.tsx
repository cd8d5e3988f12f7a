import type { Driver, ScoreItem } from '@rastro/fleet';
import { NO_SCORED, scoreOf } from '@rastro/fleet/scores';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useRanking, type Ranking } from '../../kernel/queries/use-ranking.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { readScoreAddress } from './score-address.ts';
import { ScoreExplained } from './score-explained.tsx';
import { ScoreData, ScoreFrame } from './score-frame.tsx';
import { useScorePeriod } from './use-score-period.ts';
import { useScoredDrivers } from './use-scored-drivers.ts';

/** Score of one driver, in whatever vehicles they drove: what it is made of, their place, and their trend. */
export function DriverScoreScreen() {
  const { t } = useTranslation('scores');
  const { driverId } = useParams();
  const { may } = useRights();
  const [search] = useSearchParams();
  const { groupId } = readScoreAddress(search);
  const { choice, period } = useScorePeriod();
  const drivers = useScoredDrivers();
  const driver = drivers.data?.find(({ id }) => String(id) === driverId);
  // A score is read of drivers that the reader may see, and of nobody before that is known.
  const question = { by: 'driver', groupIds: groupId > 0 ? [groupId] : [] } as const;
  const query = useRanking(period, question, driver !== undefined);
  const title = driver === undefined ? t('scores:one') : t('scores:of', { name: driver.name });
  useScreenTitle(title);
  const nobody = (
    <ListMessage title={t('scores:noDriverFound.title')} text={t('scores:noDriverFound.text')} />
  );
  return (
    <ScoreFrame title={title} choice={choice} period={period} by="driver" hasList>
      {may('drivers.view') ? (
        <ScoreData query={drivers}>
          {() =>
            driver === undefined ? (
              nobody
            ) : (
              <ScoreData query={query}>
                {(ranking) => (
                  <ScoreExplained
                    one={lineOf(driver, ranking)}
                    ranking={ranking}
                    subject={{ driver: driver.uniqueId }}
                  />
                )}
              </ScoreData>
            )
          }
        </ScoreData>
      ) : (
        nobody
      )}
    </ScoreFrame>
  );
}

/** Line of a driver; of one who did not drive it is empty, which is not enough data. */
const lineOf = ({ uniqueId, name }: Driver, { scores }: Ranking): ScoreItem =>
  scores.find(({ driverUniqueId }) => driverUniqueId === uniqueId) ?? {
    ...scoreOf(NO_SCORED),
    deviceId: 0,
    deviceName: '',
    driverUniqueId: uniqueId,
    driverName: name,
    groupId: 0,
    groupName: null,
    vehicles: 0,
    deviceIds: [],
    settings: '',
    sums: NO_SCORED,
  };
