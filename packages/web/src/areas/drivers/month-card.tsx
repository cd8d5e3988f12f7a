import type { Driver } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { momentOf } from '../../i18n/zoned-time.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import form from '../../ui/form.module.css';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './drivers.module.css';
import { useCivilDay } from './use-civil-day.ts';

interface Driven {
  readonly drives: number;
  readonly distance: number;
  readonly duration: number;
}

/** Distance and time of a driver this month, in any vehicle that the reader sees; null = unknown. */
function useDriven({ uniqueId }: Driver) {
  const { client } = useServices();
  const zone = useZone();
  const month = useCivilDay().slice(0, 7);
  return useQuery<Driven | null>({
    queryKey: ['driven', uniqueId, month, zone],
    queryFn: async ({ signal }) => {
      const period = { from: new Date(momentOf(`${month}-01T00:00`, zone)), to: new Date() };
      const items = valueOf(await client.reports.list('drivers', period, signal)).filter(
        ({ driverUniqueId }) => driverUniqueId === uniqueId,
      );
      if (items.length === 0) return null;
      const sum = (of: keyof Driven): number => items.reduce((all, item) => all + item[of], 0);
      return { drives: sum('drives'), distance: sum('distance'), duration: sum('duration') };
    },
  });
}

/** This month of a driver. Unknown is shown as such: it is not zero. */
export function MonthCard({ driver }: { readonly driver: Driver }) {
  const { t } = useTranslation(['drivers', 'common']);
  const format = useFormat();
  const failureText = useFailureText();
  const { data, error } = useDriven(driver);
  const text =
    error !== null
      ? t('drivers:month.failed', { why: failureText(failureIn(error)) })
      : data === undefined
        ? t('common:loading')
        : t('drivers:month.unknown');
  return (
    <section className={form.group} aria-label={t('drivers:month.title')}>
      <h2 className={styles.title}>{t('drivers:month.title')}</h2>
      {data === undefined || data === null || error !== null ? (
        <p className={styles.told} role="status">
          {text}
        </p>
      ) : (
        <dl className={styles.figures}>
          {(
            [
              ['hours', format.duration(data.duration)],
              ['distance', format.distance(data.distance)],
              ['drives', format.number(data.drives)],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{t(`drivers:month.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
