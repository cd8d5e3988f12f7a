import { Button } from '@mantine/core';
import type { DriverPage } from '@rastro/fleet/coaching';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { OwnEvents } from './own-events.tsx';
import { OwnWeeks } from './own-weeks.tsx';
import styles from './qr-driver.module.css';
import score from './score-screen.module.css';

/** Begins the key of the driver's own page. */
export const OWN_PAGE_KEY = ['ownPage'] as const;

/** The signed-in driver's own page: score, what it cost, weeks, events. */
export function ScoreScreen() {
  const { t } = useTranslation(['qrdriver', 'common']);
  useScreenTitle(t('qrdriver:ownScoreTitle'));
  const { extension } = useServices();
  const zone = useZone();
  const failureText = useFailureText();
  const { data, error, refetch } = useQuery<DriverPage>({
    queryKey: [...OWN_PAGE_KEY, zone],
    queryFn: async ({ signal }) => valueOf(await extension.coaching.ownPage(zone, signal)),
  });
  return (
    <>
      <h1 className={styles.heading}>{t('qrdriver:ownScoreTitle')}</h1>
      {data !== undefined && <OwnPage page={data} />}
      {data === undefined && error === null && (
        <p className={styles.quiet} role="status">
          {t('common:loading')}
        </p>
      )}
      {error !== null && (
        <div className={score.failure} role="alert">
          <strong>{t('qrdriver:ownFailed')}</strong>
          <span>{failureText(failureIn(error))}</span>
          <Button variant="default" onClick={() => void refetch()}>
            {t('qrdriver:retry')}
          </Button>
        </div>
      )}
      <Button component={Link} to="/qr-driver" variant="subtle">
        {t('qrdriver:back')}
      </Button>
    </>
  );
}

function OwnPage({ page }: { readonly page: DriverPage }) {
  return (
    <>
      <OwnScore page={page} />
      <OwnWeeks weeks={page.weeks} />
      <OwnEvents events={page.events} />
    </>
  );
}

function OwnScore({ page }: { readonly page: DriverPage }) {
  const { t } = useTranslation('qrdriver');
  const format = useFormat();
  const { points, low, high, lost, distance, moving } = page;
  const number = (value: number): string => format.number(value, 1);
  const costs = lost.toSorted((a, b) => b.points - a.points);
  return (
    <section className={styles.current} aria-label={t('qrdriver:ownScore')}>
      {points === null ? (
        <>
          <p className={score.points}>{t('qrdriver:score.notEnough')}</p>
          <p className={styles.quiet}>{t('qrdriver:score.notEnoughText')}</p>
        </>
      ) : (
        <>
          <p className={score.points}>{t('qrdriver:score.points', { points: number(points) })}</p>
          {low !== null && high !== null && (
            <p className={styles.quiet}>
              {t('qrdriver:score.range', { low: number(low), high: number(high) })}
            </p>
          )}
        </>
      )}
      <p className={styles.quiet}>
        {t('qrdriver:score.driven', { distance: format.distance(distance), time: format.duration(moving) })}
      </p>
      {points !== null && (
        <>
          <h2 className={score.title}>{t('qrdriver:score.cost')}</h2>
          {costs.length === 0 && <p>{t('qrdriver:score.nothing')}</p>}
          <ul className={score.costs}>
            {costs.map((each) => (
              <li key={each.kind}>
                <span>{t(`qrdriver:score.kind.${each.kind}`)}</span>
                <span className={score.lost}>−{number(each.points)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
