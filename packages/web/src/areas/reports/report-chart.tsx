import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { distanceIn, knots, speedIn } from '@rastro/fleet';
import { useEffect, useRef } from 'react';
import UPlot, { type Options } from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { displayChoices } from '../../kernel/formats/display-choices.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import type { Format } from '../../i18n/format.ts';
import type { Figures } from './day-figures.ts';
import type { KindChart } from './kinds/report-kind.ts';
import type { ColumnForm } from './report-row.ts';

const HEIGHT_PX = 120;
export const CHART_THEMES = {
  light: { text: '#4b5463', grid: '#e0e3e8' },
  dark: { text: '#b0b8c4', grid: '#292e37' },
} as const;
const SPEED_UNITS = { kmh: 'km/h', mph: 'mph', kn: 'kn' } as const;
const DISTANCE_UNITS = { km: 'km', mi: 'mi', nmi: 'NM' } as const;

export interface ReportChartProps {
  readonly figures: Figures;
  readonly by: KindChart['by'];
  readonly form: ColumnForm;
  readonly label: string;
}

/** A figure of each day as bars, or of each record as a line. The table below says the same in words. */
export function ReportChart({ figures, by, form, label }: ReportChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const scheme = useComputedColorScheme('light');
  const signedIn = useSignedIn();
  const format = useFormat();
  useEffect(() => {
    const box = host.current;
    if (box === null || width === 0) return undefined;
    const { distanceUnit, speedUnit } = displayChoices(signedIn, 'en');
    const chartValue = (value: number): number => {
      if (form === 'distance') return distanceIn(value, distanceUnit);
      return form === 'speed' ? speedIn(knots(value), speedUnit) : value;
    };
    const unit =
      form === 'distance' ? DISTANCE_UNITS[distanceUnit] : form === 'speed' ? SPEED_UNITS[speedUnit] : 'L';
    const colour = getComputedStyle(box).getPropertyValue('--brand-text');
    const chart = new UPlot(
      chartOptions({ by, unit, colour, format, widthPx: width, theme: CHART_THEMES[scheme] }),
      [
        figures.at.map((at) => at / 1000),
        figures.values.map((value) => (value === null ? null : chartValue(value))),
      ],
      box,
    );
    return () => chart.destroy();
  }, [width, figures, by, form, scheme, signedIn, format]);
  return (
    <div ref={ref} role="img" aria-label={label}>
      <div ref={host} style={{ height: HEIGHT_PX }} />
    </div>
  );
}

/** Style shared by all axes of a report. */
export const chartAxis = ({ text, grid }: ChartShape['theme']) => ({
  stroke: text,
  font: '11px Inter Variable, system-ui, sans-serif',
  grid: { stroke: grid, width: 1 },
  ticks: { show: false },
});

interface ChartShape {
  readonly by: KindChart['by'];
  readonly unit: string;
  readonly colour: string;
  readonly format: Format;
  readonly widthPx: number;
  readonly theme: { readonly text: string; readonly grid: string };
}

function chartOptions({ by, unit, colour, format, widthPx, theme }: ChartShape): Options {
  const isDays = by === 'day';
  const axis = chartAxis(theme);
  const paths = isDays ? UPlot.paths.bars?.({ size: [0.7, 40] }) : undefined;
  // Days have no time zone: they are formatted as they are.
  const dayText = (at: number): string => format.day(new Date(at).toISOString().slice(0, 10));
  return {
    width: widthPx,
    height: HEIGHT_PX,
    padding: [8, 12, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: {
        time: false,
        range: (_chart, min, max) => (isDays ? [min - 43_200, max + 43_200] : [min, max]),
      },
      y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.08)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        space: 70,
        ...(isDays ? { incrs: [1, 2, 7, 14, 28, 91].map((days) => days * 86_400) } : {}),
        values: (_chart, splits) =>
          splits.map((at) => (isDays ? dayText(at * 1000) : format.moment(at * 1000).slice(0, -3))),
      },
      {
        ...axis,
        size: 56,
        space: 26,
        values: (_chart, splits) =>
          splits.map((value, i) => (i === splits.length - 1 ? `${value} ${unit}` : String(value))),
      },
    ],
    series: [
      {},
      {
        stroke: colour,
        width: isDays ? 0 : 1.5,
        fill: isDays ? colour : `${colour}22`,
        points: { show: false },
        ...(paths === undefined ? {} : { paths }),
      },
    ],
  };
}
