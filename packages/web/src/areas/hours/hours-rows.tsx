import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { DriverHours } from '@rastro/fleet/working-hours';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { iconOf } from './activity-mark.tsx';
import { stateOf } from './hours-question.ts';
import styles from './hours.module.css';
import { kindOfRule } from './rule-text.ts';

/** Below, somebody has to think of a place to stop. */
const SOON_MS = 30 * MINUTE_MS;
/** Beyond it a clock alone does not say which day. */
const SAME_DAY_MS = 18 * HOUR_MS;
const ACTIVE: ReadonlySet<string> = new Set(['driving', 'work', 'waiting', 'unclear']);

interface HoursRowsProps {
  readonly drivers: readonly DriverHours[];
  /** When they were judged, in ms since 1970. */
  readonly at: number;
}

/** Rows of drivers, each leading to their month. */
export function HoursRows({ drivers, at }: HoursRowsProps) {
  const { t } = useTranslation('hours');
  return (
    <ul className={styles.rows} aria-label={t('hours:title')}>
      {drivers.map((driver) => (
        <li key={driver.driverId} className={styles.row}>
          <Link className={styles.open} to={`/hours/${driver.driverId}`}>
            <span className={styles.name}>
              <strong dir="auto">{driver.driverName}</strong>
              <small dir="auto">{driver.driverUniqueId}</small>
            </span>
            <StateNow driver={driver} at={at} />
            <LeftNow driver={driver} at={at} />
            <Breaches driver={driver} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface OneProps {
  readonly driver: DriverHours;
  readonly at: number;
}
export function StateNow({ driver, at }: OneProps) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const state = stateOf(driver);
  return (
    <span className={styles.state}>
      <StateChip icon={iconOf(state)} tone="plain">
        {t(`hours:state.${state}`)}
      </StateChip>
      {driver.since !== null && <small>{t('hours:for', { time: format.duration(at - driver.since) })}</small>}
    </span>
  );
}

/** Time for which they may go on, with its rule, or the moment from which on they may begin. */
export function LeftNow({ driver: { left, state, nextStart }, at }: OneProps) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const when = (moment: number): string =>
    moment - at < SAME_DAY_MS ? format.time(moment) : `${format.dayOf(moment)}, ${format.time(moment)}`;
  const nameOf = (rule: string): string => t(`hours:rule.${kindOfRule(rule) ?? 'other'}`);
  if (left === null) return <span className={styles.left}>{t('hours:left.unknown')}</span>;
  const isActive = ACTIVE.has(state ?? '');
  if (!isActive && nextStart !== null && nextStart.at > at)
    return (
      <span className={styles.left}>
        {t('hours:left.from', { when: when(nextStart.at) })}
        <small>{nameOf(nextStart.rule)}</small>
      </span>
    );
  return (
    <span className={styles.left} data-soon={(isActive && left.ms < SOON_MS) || undefined}>
      {left.ms <= 0 ? t('hours:left.none') : t('hours:left.time', { time: format.duration(left.ms) })}
      <small>
        {[
          nameOf(left.rule),
          isActive && left.ms > 0 ? t('hours:left.until', { when: when(at + left.ms) }) : '',
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </small>
    </span>
  );
}

function Breaches({ driver: { breaches, breachesAtLeast } }: Pick<OneProps, 'driver'>) {
  const { t } = useTranslation('hours');
  if (breaches === 0) return <span className={styles.fine}>{t('hours:breaches.none')}</span>;
  return (
    <span className={styles.breaches}>
      <StateChip icon={TriangleAlert} tone={breachesAtLeast > 0 ? 'bad' : 'warning'}>
        {t('hours:breaches.count', { count: breaches })}
      </StateChip>
      {breachesAtLeast < breaches && (
        <small>{t('hours:breaches.certain', { count: breachesAtLeast, number: breachesAtLeast })}</small>
      )}
    </span>
  );
}
