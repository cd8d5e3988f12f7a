import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import UPlot, { type Options } from 'uplot';
import 'uplot/dist/uPlot.min.css';
import styles from './server.module.css';

const HEIGHT_PX = 84;
const THEMES = {
  light: { text: '#4b5463', grid: '#e0e3e8' },
  dark: { text: '#b0b8c4', grid: '#292e37' },
} as const;

export interface SmallChartProps {
  /** Title above the chart, and its label for screen readers. */
  readonly label: string;
  readonly values: readonly number[];
  /** Of a value's place, for the axis below. */
  readonly nameOf: (index: number) => string;
  readonly numberText: (value: number) => string;
}

/** Figures of minutes or days, as bars. */
export function SmallChart({ label, values, nameOf, numberText }: SmallChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const box = host.current;
    if (box === null || width === 0) return undefined;
    const colour = getComputedStyle(box).getPropertyValue('--brand-text');
    const options = chartOptions({ widthPx: width, colour, theme: THEMES[scheme], nameOf, numberText });
    const chart = new UPlot(options, [values.map((_, index) => index), [...values]], box);
    return () => chart.destroy();
  }, [width, values, scheme, nameOf, numberText]);
  return (
    <div className={styles.picture}>
      <p className={styles.caption}>{label}</p>
      <div ref={ref} role="img" aria-label={label}>
        <div ref={host} style={{ height: HEIGHT_PX }} />
      </div>
    </div>
  );
}

interface ChartShape extends Pick<SmallChartProps, 'nameOf' | 'numberText'> {
  readonly widthPx: number;
  readonly colour: string;
  readonly theme: { readonly text: string; readonly grid: string };
}

function chartOptions({ widthPx, colour, theme, nameOf, numberText }: ChartShape): Options {
  const paths = UPlot.paths.bars?.({ size: [0.8, 24] });
  const axis = {
    stroke: theme.text,
    font: '11px Inter Variable, system-ui, sans-serif',
    ticks: { show: false },
  };
  return {
    width: widthPx,
    height: HEIGHT_PX,
    padding: [8, 8, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, range: (_chart, min, max) => [min - 0.5, max + 0.5] },
      y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.08)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 22,
        space: 60,
        incrs: [1, 2, 5, 10, 20, 60],
        values: (_chart, splits) => splits.map(nameOf),
      },
      {
        ...axis,
        grid: { stroke: theme.grid, width: 1 },
        size: 56,
        space: 26,
        values: (_chart, splits) => splits.map(numberText),
      },
    ],
    series: [{}, { stroke: colour, fill: `${colour}33`, width: 1, ...(paths ? { paths } : {}) }],
  };
}
