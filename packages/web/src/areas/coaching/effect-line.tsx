import { MINUTE_MS } from '@rastro/base';
import { NO_TOTALS, type TotalsItem } from '@rastro/fleet';
import { effectOf, effectPeriods, type CoachingCase, type CoachingEffect } from '@rastro/fleet/coaching';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './coaching.module.css';
import { COACHING_KEY } from './use-coaching.ts';

/** Rate of the kind in the days after the talk against those before; of the driver, or of the vehicle without one. */
export function EffectLine({ coachingCase }: { readonly coachingCase: CoachingCase }) {
  const { t } = useTranslation('coaching');
  const { client } = useServices();
  const format = useFormat();
  const { kind, doneAt, driverUniqueId, deviceId } = coachingCase;
  const { before, after, isOver } = effectPeriods(Date.parse(doneAt ?? ''), useNow(MINUTE_MS));
  const { data, isError } = useQuery<CoachingEffect | null>({
    queryKey: [...COACHING_KEY, 'effect', kind, doneAt, driverUniqueId, deviceId],
    enabled: isOver,
    queryFn: async ({ signal }) => {
      const sumsOf = async ({ from, to }: typeof before): Promise<TotalsItem> => {
        const ofWhom = driverUniqueId === null ? { deviceIds: [deviceId] } : { by: 'driver' as const };
        const query = { from: new Date(from), to: new Date(to), ...ofWhom };
        const lines = valueOf(await client.reports.list('totals', query, signal));
        return lines.find((line) => line.driverUniqueId === driverUniqueId) ?? NO_TOTALS;
      };
      return effectOf(kind, await sumsOf(before), await sumsOf(after));
    },
  });
  const text = (): string => {
    if (!isOver) return t('coaching:effect.later', { at: format.dayOf(after.to + 1) });
    if (isError) return t('coaching:effect.failed');
    if (data === undefined) return '…';
    if (data === null) return t('coaching:effect.unknown');
    const [rateBefore, rateAfter] = [data.before, data.after].map((rate) => format.number(rate, 1));
    return t('coaching:effect.rate', { before: rateBefore, after: rateAfter });
  };
  return (
    <section className={styles.part} aria-label={t('coaching:effect.title')}>
      <h3>{t('coaching:effect.title')}</h3>
      <p role="status">{text()}</p>
    </section>
  );
}
