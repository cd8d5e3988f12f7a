import type { ArrivalView } from '@rastro/fleet/orders';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './arrival.module.css';

interface ArrivalCardProps {
  readonly view: ArrivalView;
  /** Last answer, in ms since 1970, where there is none now; null = it is of now. */
  readonly staleAt: number | null;
}

/** When it arrives, or how it ended, and what it is. */
export function ArrivalCard({ view, staleAt }: ArrivalCardProps) {
  const { t } = useTranslation('arrival');
  const format = useFormat();
  const { span, moment } = useTimes(view.answeredAt);
  const { state, isLate, expected, arrivedAt, endedAt, customer, reference, address, driverName, code } =
    view;
  const window = windowText(view, { span, moment, t });
  const details = [
    ['window', window],
    ['address', address],
    ['reference', reference],
    ['driver', driverName],
  ] as const;
  const isGoing = state === 'planned' || state === 'onTheWay';
  const at = state === 'arrived' ? arrivedAt : endedAt;
  return (
    <section className={styles.card}>
      <div role="status" aria-live="polite">
        <h1 className={styles.state} data-tone={state === 'failed' ? 'bad' : 'plain'}>
          {t(`arrival:state.${state}`)}
        </h1>
        {isGoing && expected !== null && (
          <p className={styles.expected}>
            <span className={styles.quiet}>{t('arrival:between')}</span>
            <strong className={styles.span}>{span(expected.from, expected.to)}</strong>
          </p>
        )}
        {isGoing && expected === null && <p className={styles.quiet}>{t('arrival:notYet')}</p>}
        {!isGoing && at !== null && <p className={styles.span}>{moment(at)}</p>}
        {isLate && <p className={styles.late}>{t(isGoing ? 'arrival:late' : 'arrival:wasLate')}</p>}
      </div>
      {code !== '' && (
        <p className={styles.code}>
          <span className={styles.quiet}>{t('arrival:code')}</span>
          <strong>{code}</strong>
        </p>
      )}
      <h2 className={styles.customer} dir="auto">
        {customer}
      </h2>
      <dl className={styles.details}>
        {details
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <div key={name}>
              <dt>{t(`arrival:field.${name}`)}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
      </dl>
      {staleAt !== null && (
        <p className={styles.stale} role="status">
          {t('arrival:stale', { time: format.time(staleAt) })}
        </p>
      )}
    </section>
  );
}

/** Moments of today are times; others have their day. */
function useTimes(now: number) {
  const format = useFormat();
  const today = format.dayOf(now);
  const moment = (iso: string): string => {
    const at = Date.parse(iso);
    return format.dayOf(at) === today ? format.time(at) : `${format.dayOf(at)} ${format.time(at)}`;
  };
  const isOneDay = (a: string, b: string): boolean =>
    format.dayOf(Date.parse(a)) === format.dayOf(Date.parse(b));
  return {
    moment,
    span: (from: string, to: string): string =>
      `${moment(from)} – ${isOneDay(from, to) ? format.time(Date.parse(to)) : moment(to)}`,
  };
}

interface WindowTexts extends ReturnType<typeof useTimes> {
  readonly t: ReturnType<typeof useTranslation<'arrival'>>['t'];
}
function windowText({ from, to }: ArrivalView, { span, moment, t }: WindowTexts): string {
  if (from !== null && to !== null) return span(from, to);
  if (from !== null) return t('arrival:from', { from: moment(from) });
  return to === null ? '' : t('arrival:until', { to: moment(to) });
}
