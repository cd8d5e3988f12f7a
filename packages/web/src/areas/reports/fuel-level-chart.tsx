import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import UPlot, { type Options } from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Format } from '../../i18n/format.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { Period } from '../../kernel/period/period.ts';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { readFuelLevel, type FuelLevel, type FuelMarker } from './fuel-level.ts';
import { CHART_THEMES, chartAxis } from './report-chart.tsx';
import styles from './reports.module.css';

const HEIGHT_PX = 150;
const MARKER_PX = 6;
const COLOURS = { fill: '#009e73', drain: '#d55e00' } as const;

export interface FuelLevelChartProps {
  readonly deviceId: number;
  readonly period: Period;
}

/** Fuel level of a vehicle, with its fuelings and drains. The fuel reports give the same as text. */
export function FuelLevelChart({ deviceId, period: { from, to } }: FuelLevelChartProps) {
  const { t } = useTranslation('reports');
  const failureText = useFailureText();
  const { client } = useServices();
  const { data, error } = useQuery({
    queryKey: ['reports', 'fuelLevel', deviceId, from.getTime(), to.getTime()],
    queryFn: async ({ signal }) => valueOf(await readFuelLevel(client, { deviceId, from, to }, signal)),
  });
  if (error !== null)
    return (
      <p className={styles.note} role="alert">
        {t('reports:level.failed')} {failureText(failureIn(error))}
      </p>
    );
  if (data === undefined) return <div className={styles.chart} style={{ height: HEIGHT_PX }} />;
  if (data.values.length < 2) return <p className={styles.note}>{t('reports:level.none')}</p>;
  return <Drawing level={data} />;
}

function Drawing({ level }: { readonly level: FuelLevel }) {
  const { t } = useTranslation('reports');
  const host = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const scheme = useComputedColorScheme('light');
  const format = useFormat();
  const countOf = (type: FuelMarker['type']): number =>
    level.markers.filter((marker) => marker.type === type).length;
  useEffect(() => {
    const box = host.current;
    if (box === null || width === 0) return undefined;
    const colour = getComputedStyle(box).getPropertyValue('--brand-text');
    const options = chartOptions(level, { colour, format, widthPx: width, theme: CHART_THEMES[scheme] });
    const chart = new UPlot(options, [[...level.at], [...level.values]], box);
    return () => chart.destroy();
  }, [width, level, scheme, format]);
  return (
    <figure className={styles.level}>
      <div
        ref={ref}
        role="img"
        aria-label={t('reports:level.label', { fills: countOf('fill'), drains: countOf('drain') })}
      >
        <div ref={host} style={{ height: HEIGHT_PX }} />
      </div>
      {level.markers.length > 0 && (
        <figcaption>
          <span style={{ color: COLOURS.fill }}>▲</span> {t('reports:level.fill')}{' '}
          <span style={{ color: COLOURS.drain }}>▼</span> {t('reports:level.drain')}
        </figcaption>
      )}
    </figure>
  );
}

interface ChartShape {
  readonly colour: string;
  readonly format: Format;
  readonly widthPx: number;
  readonly theme: { readonly text: string; readonly grid: string };
}

function chartOptions(level: FuelLevel, { colour, format, widthPx, theme }: ChartShape): Options {
  const axis = chartAxis(theme);
  const unit = level.unit === 'percent' ? '%' : 'L';
  const top = Math.max(...level.markers.map((marker) => marker.level), 0);
  return {
    width: widthPx,
    height: HEIGHT_PX,
    padding: [12, 12, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false },
      y: { range: (_chart, _min, max) => [0, Math.max(1, max, top) * 1.08] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        space: 90,
        values: (_chart, splits) => splits.map((at) => format.moment(at * 1000).slice(0, -3)),
      },
      {
        ...axis,
        size: 56,
        space: 26,
        values: (_chart, splits) =>
          splits.map((value, i) => (i === splits.length - 1 ? `${value} ${unit}` : String(value))),
      },
    ],
    series: [{}, { stroke: colour, width: 1.5, points: { show: false } }],
    hooks: { draw: [(chart) => drawMarkers(chart, level.markers)] },
  };
}

/** A fill points up, a drain down: they differ without their colors, too. */
function drawMarkers(chart: UPlot, markers: readonly FuelMarker[]): void {
  const pen = chart.ctx;
  const size = MARKER_PX * devicePixelRatio;
  for (const { type, at, level } of markers) {
    const [x, y] = [chart.valToPos(at, 'x', true), chart.valToPos(level, 'y', true)];
    const rise = type === 'fill' ? -size : size;
    pen.fillStyle = COLOURS[type];
    pen.beginPath();
    pen.moveTo(x, y + rise);
    pen.lineTo(x + size, y - rise * 0.6);
    pen.lineTo(x - size, y - rise * 0.6);
    pen.fill();
  }
}
