import { COMBINED_FILTERS } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFleetList } from '../../../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { Figure } from '../../figure.tsx';
import styles from '../../overview.module.css';
import { WidgetFrame } from '../../widget-frame.tsx';

/** Vehicles by state, as they are now: the counts of the vehicle list. */
export function StatesWidget() {
  const { t } = useTranslation(['overview', 'devices']);
  const format = useFormat();
  const { counts, loaded } = useFleetList();
  return (
    <WidgetFrame title={t('overview:states.title')}>
      <dl className={styles.figures}>
        {COMBINED_FILTERS.map((name) => (
          <Figure
            key={name}
            label={t(`devices:filter.${name}`)}
            value={loaded ? format.number(name === 'all' ? counts.total : counts[name]) : '–'}
            to={name === 'all' ? '/devices' : `/devices?filter=${name}`}
          />
        ))}
      </dl>
    </WidgetFrame>
  );
}
