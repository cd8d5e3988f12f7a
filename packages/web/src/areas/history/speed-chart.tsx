import { useEffect, useRef } from 'react';
import UPlot, { type AlignedData, type Axis, type Options } from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useSignedIn } from '../../kernel/services.tsx';
import { displayChoices } from '../../kernel/formats/display-choices.ts';
import { vehicleColour } from '../../kernel/map/entry-points.ts';
import { measuredTable } from './measured.ts';
import { CURVE_PX, GUTTER_PX, RIGHT_PX } from './time-axis.ts';
import { speedTable } from './speed-series.ts';
import type { CurveTable } from './thin-table.ts';
import type { Span } from './track.ts';
import type { VehicleTrack } from './track-loader.ts';
import { useMeasureText } from './use-measure-text.ts';

export interface SpeedChartProps {
  readonly tracks: readonly VehicleTrack[];
  readonly axis: Span;
  /** Attribute of the second curve, which has its own scale at the right; null = there is none. */
  readonly curve: string | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly theme: ChartTheme;
}
export interface ChartTheme {
  readonly text: string;
  readonly grid: string;
}

const MIN_TOP = 20;
/** Next to the speed of one vehicle. */
const CURVE_COLOUR = '#d55e00';
const UNITS = { kmh: 'km/h', mph: 'mph', kn: 'kn' } as const;

/** Speed over time, and one thing measured. It draws; where one points and where the clock is belong to the dock around it. */
export function SpeedChart({ tracks, axis, curve, widthPx, heightPx, theme }: SpeedChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const { speedUnit } = displayChoices(useSignedIn(), 'en');
  const measureText = useMeasureText().value;
  const { text, grid } = theme;
  const { from, to } = axis;
  useEffect(() => {
    if (host.current === null || widthPx < GUTTER_PX * 2) return undefined;
    const span = { from, to, stepS: (to - from) / widthPx };
    const tables = tracks.map(({ track }) => speedTable(track, span, speedUnit));
    const curves = curve === null ? [] : tracks.map(({ track }) => measuredTable(track, curve, span));
    const shape = {
      colours: tracks.map(({ index }) => vehicleColour(index)),
      unit: UNITS[speedUnit],
      formatValue: curve === null ? null : (value: number) => measureText(curve, value),
      widthPx,
      heightPx,
      text,
      grid,
    };
    const data = joined([...tables, ...curves]);
    const chart = new UPlot(chartOptions({ from, to }, shape), data, host.current);
    return () => chart.destroy();
  }, [tracks, from, to, curve, measureText, speedUnit, widthPx, heightPx, text, grid]);
  return <div ref={host} aria-hidden style={{ height: heightPx }} />;
}

const joined = (tables: readonly CurveTable[]): AlignedData => {
  const [first] = tables;
  if (first === undefined) return [[], []];
  return tables.length === 1 ? first : UPlot.join([...tables]);
};

interface ChartShape extends ChartTheme {
  /** Of each vehicle. */
  readonly colours: readonly string[];
  readonly unit: string;
  /** A value of the second curve; null = there is none. */
  readonly formatValue: ((value: number) => string) | null;
  readonly widthPx: number;
  readonly heightPx: number;
}

function chartOptions(
  { from, to }: Span,
  { colours, unit, formatValue, widthPx, heightPx, text, grid }: ChartShape,
): Options {
  const figures = {
    stroke: text,
    font: '11px Inter Variable, system-ui, sans-serif',
    ticks: { show: false },
  };
  const line = { width: 1.5, points: { show: false } };
  const only = colours.length === 1 ? colours[0] : undefined;
  return {
    width: widthPx,
    height: heightPx,
    padding: [8, formatValue === null ? RIGHT_PX : 0, 4, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, range: [from, to] },
      y: { range: (_chart, _min, max) => [0, Math.max(MIN_TOP, max * 1.08)] },
      ...(formatValue === null ? {} : { measured: { auto: true } }),
    },
    axes: [
      { show: false },
      {
        ...figures,
        size: GUTTER_PX,
        grid: { stroke: grid, width: 1 },
        space: 26,
        values: (_chart, splits) =>
          splits.map((value, i) => (i === splits.length - 1 ? `${value} ${unit}` : String(value))),
      },
      ...(formatValue === null ? [] : [rightAxis(figures, formatValue)]),
    ],
    series: [
      {},
      ...colours.map((stroke) => ({ ...line, stroke, ...(only === undefined ? {} : { fill: `${only}22` }) })),
      // Dashes distinguish it from speed even without colors.
      ...(formatValue === null
        ? []
        : colours.map((stroke) => ({
            ...line,
            stroke: only === undefined ? stroke : CURVE_COLOUR,
            dash: [6, 3],
            scale: 'measured',
          }))),
    ],
  };
}

const rightAxis = (
  figures: Pick<Axis, 'stroke' | 'font' | 'ticks'>,
  formatValue: (value: number) => string,
): Axis => ({
  ...figures,
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- 1 is right; the enum exists in its types alone.
  side: 1,
  scale: 'measured',
  size: CURVE_PX,
  grid: { show: false },
  space: 26,
  values: (_chart, splits) => splits.map(formatValue),
});
