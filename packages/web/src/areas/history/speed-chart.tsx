import { useEffect, useRef } from 'react';
import UPlot, { type AlignedData, type Options } from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useSignedIn } from '../../kernel/services.tsx';
import { displayChoices } from '../../kernel/formats/display-choices.ts';
import { vehicleColour } from '../../kernel/map/doors.ts';
import { GUTTER_PX, RIGHT_PX } from './time-axis.ts';
import { speedTable, type SpeedTable } from './speed-series.ts';
import type { Span } from './track.ts';
import type { VehicleTrack } from './track-loader.ts';

export interface SpeedChartProps {
  readonly tracks: readonly VehicleTrack[];
  readonly axis: Span;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly look: ChartLook;
}
export interface ChartLook {
  readonly text: string;
  readonly grid: string;
}

const LEAST_TOP = 20;
const UNITS = { kmh: 'km/h', mph: 'mph', kn: 'kn' } as const;

/** Speed over time. It draws; where one points and where the clock is belong to the dock around it. */
export function SpeedChart({ tracks, axis, widthPx, heightPx, look }: SpeedChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const { speedUnit } = displayChoices(useSignedIn(), 'en');
  const { text, grid } = look;
  const { from, to } = axis;
  useEffect(() => {
    if (host.current === null || widthPx < GUTTER_PX * 2) return undefined;
    const tables = tracks.map(({ track }) => speedTable(track, { from, to }, speedUnit));
    const chart = new UPlot(
      chartOptions(
        { from, to },
        { count: tracks.length, unit: UNITS[speedUnit], widthPx, heightPx, text, grid },
      ),
      joined(tables),
      host.current,
    );
    return () => chart.destroy();
  }, [tracks, from, to, speedUnit, widthPx, heightPx, text, grid]);
  return <div ref={host} aria-hidden style={{ height: heightPx }} />;
}

const joined = (tables: readonly SpeedTable[]): AlignedData => {
  const [first] = tables;
  if (first === undefined) return [[], []];
  return tables.length === 1 ? first : UPlot.join([...tables]);
};

interface ChartShape extends ChartLook {
  readonly count: number;
  readonly unit: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

function chartOptions(
  { from, to }: Span,
  { count, unit, widthPx, heightPx, text, grid }: ChartShape,
): Options {
  return {
    width: widthPx,
    height: heightPx,
    padding: [8, RIGHT_PX, 4, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, range: [from, to] },
      y: { range: (_chart, _least, most) => [0, Math.max(LEAST_TOP, most * 1.08)] },
    },
    axes: [
      { show: false },
      {
        size: GUTTER_PX,
        stroke: text,
        font: '11px Inter Variable, system-ui, sans-serif',
        grid: { stroke: grid, width: 1 },
        ticks: { show: false },
        space: 26,
        values: (_chart, splits) =>
          splits.map((value, i) => (i === splits.length - 1 ? `${value} ${unit}` : String(value))),
      },
    ],
    series: [
      {},
      ...Array.from({ length: Math.max(1, count) }, (_, index) => ({
        stroke: vehicleColour(index),
        width: 1.5,
        points: { show: false },
        ...(count === 1 ? { fill: `${vehicleColour(0)}22` } : {}),
      })),
    ],
  };
}
