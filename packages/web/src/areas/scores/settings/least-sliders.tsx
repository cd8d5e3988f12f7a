import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import type { SlidersProps } from './kind-sliders.tsx';
import styles from './settings.module.css';
import { Slider } from './slider.tsx';

const KILOMETRES: readonly number[] = [
  10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 5000,
];
const HOURS: readonly number[] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 60, 80, 100];
const HOUR_MS = 3_600_000;

/** Minimum of driving for a score and for a rank: a rank needs at least what a score needs. */
export function LeastSliders({ draft, onChange }: SlidersProps) {
  const { t } = useTranslation('scores');
  const format = useFormat();
  const { leastKm, leastHours, rankedKm } = draft;
  const distance = (km: number): string => format.distance(km * 1000);
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{t('scores:settings.least')}</legend>
      <div className={styles.row}>
        <span className={styles.kind}>{t('scores:settings.leastKm')}</span>
        <Slider
          label={t('scores:settings.leastKm')}
          steps={KILOMETRES}
          value={leastKm}
          text={distance(leastKm)}
          onChange={(km) => onChange({ ...draft, leastKm: km, rankedKm: Math.max(km, rankedKm) })}
        />
      </div>
      <div className={styles.row}>
        <span className={styles.kind}>{t('scores:settings.leastHours')}</span>
        <Slider
          label={t('scores:settings.leastHours')}
          steps={HOURS}
          value={leastHours}
          text={format.duration(leastHours * HOUR_MS)}
          onChange={(hours) => onChange({ ...draft, leastHours: hours })}
        />
      </div>
      <div className={styles.row}>
        <span className={styles.kind}>{t('scores:settings.rankedKm')}</span>
        <Slider
          label={t('scores:settings.rankedKm')}
          steps={KILOMETRES}
          value={rankedKm}
          text={distance(rankedKm)}
          onChange={(km) => onChange({ ...draft, rankedKm: km, leastKm: Math.min(km, leastKm) })}
        />
      </div>
    </fieldset>
  );
}
