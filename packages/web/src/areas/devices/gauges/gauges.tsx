import { HOUR_MS } from '@rastro/base';
import type { Position } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { attributeText } from '../../../kernel/formats/attribute-text.ts';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { useRights } from '../../../kernel/use-rights.ts';
import type { Vehicle } from '../../../live/fleet.ts';
import { useNow } from '../../../ui/use-now.ts';
import { usePins } from '../panel/use-pins.ts';
import { SHORT_HOURS, useHistory } from '../panel/use-history.ts';
import { gaugesOf, seriesOf, type GaugeKey } from './gauge-series.ts';
import styles from './gauges.module.css';
import { sparkPath } from './spark-path.ts';

const STEP_MS = 60_000;
const [WIDTH_PX, HEIGHT_PX] = [72, 22];

/** Main readings of a vehicle, now and over the last hours. */
export function Gauges({ vehicle: { device, position } }: { vehicle: Vehicle }) {
  const { t } = useTranslation(['devices', 'attributes']);
  const format = useFormat();
  const maySeeHistory = useRights().may('reports.view');
  const history = useHistory(device.id, SHORT_HOURS, maySeeHistory);
  const { pins } = usePins();
  const keys = gaugesOf(position).filter((key) => !pins.includes(key));
  if (position === null || keys.length === 0) return null;
  return (
    <dl className={styles.gauges}>
      {keys.map((key) => (
        <div key={key} className={styles.gauge}>
          <dt>{t(`attributes:key.${key}`)}</dt>
          <dd>
            {key === 'speed'
              ? format.speed(position.speed)
              : attributeText(key, position.attributes[key] ?? null, { t, format })}
          </dd>
          <Spark gauge={key} history={history.data ?? []} />
        </div>
      ))}
    </dl>
  );
}

/** Decoration: its value is next to it as text. */
function Spark({ gauge, history }: { gauge: GaugeKey; history: readonly Position[] }) {
  const to = useNow(STEP_MS);
  const from = to - SHORT_HOURS * HOUR_MS;
  const path = sparkPath(seriesOf(history, gauge), { from, to, widthPx: WIDTH_PX, heightPx: HEIGHT_PX });
  if (path === '') return null;
  return (
    <dd className={styles.spark} aria-hidden>
      <svg viewBox={`0 -1 ${WIDTH_PX} ${HEIGHT_PX + 2}`} preserveAspectRatio="none">
        <path d={path} vectorEffect="non-scaling-stroke" />
      </svg>
    </dd>
  );
}
