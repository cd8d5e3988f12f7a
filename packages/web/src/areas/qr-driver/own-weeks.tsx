import type { OwnWeek } from '@rastro/fleet/coaching';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './qr-driver.module.css';
import score from './score-screen.module.css';

const WIDTH = 320;
const HEIGHT = 96;
const MARGIN = 8;
/** For the numbers of the scale. */
const LEFT = 32;

/** The last weeks, as a line and as a table. */
export function OwnWeeks({ weeks }: { readonly weeks: readonly OwnWeek[] }) {
  const { t } = useTranslation('qrdriver');
  const format = useFormat();
  const pointsOf = ({ points }: OwnWeek): string =>
    points === null ? t('qrdriver:trend.none') : format.number(points, 1);
  return (
    <section className={styles.current} aria-label={t('qrdriver:trend.title')}>
      <h2 className={score.title}>{t('qrdriver:trend.title')}</h2>
      <Trend weeks={weeks} label={t('qrdriver:trend.chart')} />
      <table className={score.table}>
        <thead>
          <tr>
            <th scope="col">{t('qrdriver:trend.from')}</th>
            <th scope="col">{t('qrdriver:trend.points')}</th>
            <th scope="col">{t('qrdriver:trend.distance')}</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.from}>
              <th scope="row">{format.dayOf(Date.parse(week.from))}</th>
              <td>{pointsOf(week)}</td>
              <td>{format.distance(week.distance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Weeks without a score are a hole in the line. */
function Trend({ weeks, label }: { readonly weeks: readonly OwnWeek[]; readonly label: string }) {
  const step = (WIDTH - LEFT - MARGIN) / Math.max(1, weeks.length - 1);
  const dots = weeks.flatMap(({ from, points }, at) =>
    points === null
      ? []
      : [{ from, at, x: LEFT + at * step, y: MARGIN + (1 - points / 100) * (HEIGHT - 2 * MARGIN) }],
  );
  if (dots.length === 0) return null;
  return (
    <svg className={score.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <line x1={LEFT} x2={WIDTH - MARGIN} y1={MARGIN} y2={MARGIN} className={score.axis} />
      <line
        x1={MARGIN}
        x2={WIDTH - MARGIN}
        y1={HEIGHT - MARGIN}
        y2={HEIGHT - MARGIN}
        className={score.axis}
      />
      {[100, 0].map((points) => (
        <text
          key={points}
          x={LEFT - 6}
          y={points === 0 ? HEIGHT - MARGIN + 4 : MARGIN + 4}
          className={score.scale}
        >
          {points}
        </text>
      ))}
      {dots.slice(1).map((dot, i) => {
        const before = dots[i];
        return (
          before?.at === dot.at - 1 && (
            <line key={dot.from} x1={before.x} y1={before.y} x2={dot.x} y2={dot.y} className={score.line} />
          )
        );
      })}
      {dots.map(({ from, x, y }) => (
        <circle key={from} cx={x} cy={y} r={4} className={score.dot} />
      ))}
    </svg>
  );
}
