import type { Driver, ScoreItem } from '@rastro/fleet';
import { NO_SCORED, scoreOf } from '@rastro/fleet/scores';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { useRanking, type Ranking } from '../../kernel/queries/use-ranking.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { readScoreAddress } from './score-address.ts';
import { ScoreExplained } from './score-explained.tsx';
import { ScoreData, ScoreFrame } from './score-frame.tsx';
import styles from './scores.module.css';
import { useScorePeriod } from './use-score-period.ts';
import { useScoredDrivers } from './use-scored-drivers.ts';

/** Score of one driver, in whatever vehicles they drove: what it is made of, their place, and their trend. */
export function DriverScoreScreen() {
  const { driverId } = useParams();
  const { may } = useRights();
  const drivers = useScoredDrivers();
  const driver = drivers.data?.find(({ id }) => String(id) === driverId);
  // A score is read of drivers that the reader may see, and of nobody before that is known.
  return <DriverScore drivers={may('drivers.view') ? drivers : null} driver={driver ?? null} />;
}

/** The same of somebody whom the reader knows only by the identifier in the records of vehicles. */
export function UnknownDriverScreen() {
  const { uniqueId = '' } = useParams();
  const { may } = useRights();
  const drivers = useScoredDrivers();
  const driver = drivers.data?.find((each) => each.uniqueId === uniqueId);
  const isKnown = !may('drivers.view') || drivers.data !== undefined;
  const unknown = { id: 0, name: uniqueId, uniqueId, attributes: {} };
  return (
    <DriverScore
      drivers={may('drivers.view') ? drivers : NO_DRIVERS}
      driver={isKnown ? (driver ?? unknown) : null}
    />
  );
}

const NO_DRIVERS = { data: [], error: null, refetch: () => undefined };

interface DriverScoreProps {
  /** Null = the reader sees no drivers. */
  readonly drivers:
    | Pick<UseQueryResult<readonly Driver[]>, 'data' | 'error' | 'refetch'>
    | typeof NO_DRIVERS
    | null;
  /** Null = not known, or nobody; id 0 = no driver is registered. */
  readonly driver: Driver | null;
}

function DriverScore({ drivers, driver }: DriverScoreProps) {
  const { t } = useTranslation('scores');
  const [search] = useSearchParams();
  const { groupId } = readScoreAddress(search);
  const { choice, period } = useScorePeriod();
  const question = { by: 'driver', groupIds: groupId > 0 ? [groupId] : [] } as const;
  const query = useRanking(period, question, driver !== null);
  const title = driver === null ? t('scores:one') : t('scores:of', { name: driver.name });
  useScreenTitle(title);
  const nobody = (
    <ListMessage title={t('scores:noDriverFound.title')} text={t('scores:noDriverFound.text')} />
  );
  return (
    <ScoreFrame title={title} choice={choice} period={period} by="driver" hasList>
      {drivers === null ? (
        nobody
      ) : (
        <ScoreData query={drivers}>
          {() =>
            driver === null ? (
              nobody
            ) : (
              <ScoreData query={query}>
                {(ranking) => (
                  <>
                    {driver.id === 0 && <NotRegistered uniqueId={driver.uniqueId} />}
                    <ScoreExplained
                      one={lineOf(driver, ranking)}
                      ranking={ranking}
                      subject={{ driver: driver.uniqueId }}
                    />
                  </>
                )}
              </ScoreData>
            )
          }
        </ScoreData>
      )}
    </ScoreFrame>
  );
}

/** Says why there is no name, and leads those who may to a new driver. */
function NotRegistered({ uniqueId }: { readonly uniqueId: string }) {
  const { t } = useTranslation('scores');
  const { may, isReadonly } = useRights();
  if (!may('drivers.view')) return null;
  return (
    <p className={styles.unknown}>
      {t('scores:unknownDriver.text')}
      {!isReadonly && may('drivers.create') && (
        <Link className={styles.link} to={`/drivers/new?uniqueId=${encodeURIComponent(uniqueId)}`}>
          {t('scores:unknownDriver.create')}
        </Link>
      )}
    </p>
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
