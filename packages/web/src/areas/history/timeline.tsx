import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Suspense, useEffect, useMemo, useRef, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { vehicleColour } from '../../kernel/map/entry-points.ts';
import { latePart } from '../../ui/late-part.tsx';
import type { HistoryRow } from './chronology.ts';
import { drawDrivers, drawStrip } from './draw-strip.ts';
import styles from './dock.module.css';
import { AXIS_PX, CHART_PX, DRIVER_PX, STRIP_PX } from './dock-size.ts';
import type { Player } from './player.ts';
import { driverSpans, hasDrivers, type IdleSpan } from './strip-lanes.ts';
import { CURVE_PX, GUTTER_PX, momentAt, RIGHT_PX, ticksOf, xAt, type PlotAxis } from './time-axis.ts';
import type { Span } from './track.ts';
import type { VehicleTrack } from './track-loader.ts';
import { useCursor } from './use-player.ts';
import { useVehicleName } from './vehicle-name.tsx';

const SpeedChart = latePart('nothing', async () => (await import('./speed-chart.tsx')).SpeedChart);
const THEMES = {
  light: { ground: '#c7ccd5', gap: '#5f6979', text: '#4b5463', grid: '#e0e3e8' },
  dark: { ground: '#3c434f', gap: '#8f99a8', text: '#b0b8c4', grid: '#292e37' },
} as const;
const ANNOUNCE_MS = 500;

export interface TimelineProps {
  readonly tracks: readonly VehicleTrack[];
  /** Vehicles that are not shown for now: their lanes stay, empty. */
  readonly hidden: readonly number[];
  readonly rows: readonly HistoryRow[];
  readonly idles: readonly IdleSpan[];
  readonly axis: Span;
  readonly player: Player;
  /** Clock time for screen readers. */
  readonly formatMoment: (at: number) => string;
  readonly hasChart: boolean;
  /** The second curve of the chart; null = there is none. */
  readonly curve: string | null;
}

/** Activity and speed of each vehicle over one time axis; the clock is a line through all of it. */
export function Timeline(props: TimelineProps) {
  const { tracks, hidden, rows, idles, player, formatMoment, hasChart, curve } = props;
  const scheme = useComputedColorScheme('light');
  const theme = THEMES[scheme];
  const { ref, width } = useElementSize<HTMLDivElement>();
  const axis = { ...props.axis, rightPx: hasChart && curve !== null ? CURVE_PX : RIGHT_PX };
  const lane = { rows, idles, axis, widthPx: width, theme, hasDrivers: hasDrivers(rows) };
  const visibleTracks = useMemo(
    () => tracks.filter(({ deviceId }) => !hidden.includes(deviceId)),
    [tracks, hidden],
  );
  return (
    <div ref={ref} className={styles.timeline}>
      {tracks.map(({ deviceId, index, state }) => (
        <Strip
          key={deviceId}
          {...lane}
          deviceId={deviceId}
          index={index}
          isMissing={state === 'failed'}
          isHidden={hidden.includes(deviceId)}
        />
      ))}
      {hasChart && (
        <Suspense fallback={<div style={{ height: CHART_PX }} />}>
          <SpeedChart
            tracks={visibleTracks}
            axis={axis}
            curve={curve}
            widthPx={width}
            heightPx={CHART_PX}
            theme={theme}
          />
        </Suspense>
      )}
      <Axis axis={axis} widthPx={width} />
      <Scrubber axis={axis} widthPx={width} player={player} formatMoment={formatMoment} />
    </div>
  );
}

interface StripProps {
  readonly rows: readonly HistoryRow[];
  readonly idles: readonly IdleSpan[];
  readonly hasDrivers: boolean;
  readonly axis: PlotAxis;
  readonly widthPx: number;
  readonly theme: (typeof THEMES)[keyof typeof THEMES];
  readonly deviceId: number;
  readonly index: number;
  readonly isMissing: boolean;
  readonly isHidden: boolean;
}

function Strip(props: StripProps) {
  const { rows, idles, axis, widthPx, theme, deviceId, index, isMissing, isHidden } = props;
  const heightPx = STRIP_PX + (props.hasDrivers ? DRIVER_PX : 0);
  const { t } = useTranslation('history');
  const name = useVehicleName(deviceId);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { from, to, rightPx } = axis;
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!canvas.current || !pen || widthPx < GUTTER_PX * 2) return;
    const ratio = window.devicePixelRatio;
    canvas.current.width = Math.round(widthPx * ratio);
    canvas.current.height = Math.round(heightPx * ratio);
    pen.scale(ratio, ratio);
    const own = rows.filter((row) => row.deviceId === deviceId);
    const idle = idles.filter((span) => span.deviceId === deviceId);
    const plot = { from, to, rightPx };
    pen.clearRect(0, 0, widthPx, heightPx);
    drawStrip(pen, { rows: own, idle, axis: plot }, { widthPx, heightPx: STRIP_PX, ...theme });
    if (heightPx > STRIP_PX)
      drawDrivers(pen, driverSpans(own), { axis: plot, widthPx, topPx: STRIP_PX, ...theme });
  }, [rows, idles, from, to, rightPx, widthPx, heightPx, theme, deviceId]);
  return (
    <div className={styles.strip} style={{ height: heightPx }} data-hidden={isHidden} aria-hidden>
      <span
        className={styles.stripName}
        style={{ top: STRIP_PX - 19, width: GUTTER_PX - 8, borderColor: vehicleColour(index) }}
      >
        {name}
      </span>
      {isMissing && <span className={styles.missing}>{t('history:failed')}</span>}
      <canvas ref={canvas} className={styles.canvas} />
    </div>
  );
}

function Axis({ axis, widthPx }: { readonly axis: PlotAxis; readonly widthPx: number }) {
  const zone = useZone();
  const format = useFormat();
  return (
    <div className={styles.axis} style={{ height: AXIS_PX }} aria-hidden>
      {ticksOf(axis, widthPx - GUTTER_PX - axis.rightPx, zone).map(({ at, isDay }) => (
        <Label key={at} x={xAt(axis, at, widthPx)} isDay={isDay}>
          {isDay ? format.dayOf(at * 1000) : format.time(at * 1000)}
        </Label>
      ))}
    </div>
  );
}

function Label({ x, isDay, children }: { x: number; isDay: boolean; children: ReactNode }) {
  return (
    <span className={styles.tick} data-day={isDay} style={{ transform: `translateX(${x}px)` }}>
      {children}
    </span>
  );
}

interface ScrubberProps extends Pick<TimelineProps, 'player' | 'formatMoment'> {
  readonly axis: PlotAxis;
  readonly widthPx: number;
}

/** The whole timeline is the handle: where it is pressed or dragged, there the clock goes. */
function Scrubber({ axis, widthPx, player, formatMoment }: ScrubberProps) {
  const { t } = useTranslation('history');
  const line = useRef<HTMLDivElement>(null);
  const cursor = useCursor(player, ANNOUNCE_MS);
  const { from, to, rightPx } = axis;
  useEffect(() => {
    const move = (): void => {
      const x = xAt({ from, to, rightPx }, player.state().cursor, widthPx);
      const isInside = x >= GUTTER_PX - 1 && x <= widthPx - rightPx + 1;
      line.current?.style.setProperty('transform', `translateX(${x}px)`);
      line.current?.style.setProperty('visibility', isInside ? 'visible' : 'hidden');
    };
    move();
    return player.watch(move);
  }, [player, from, to, rightPx, widthPx]);
  const point = (event: PointerEvent<HTMLElement>): void => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const at = momentAt(axis, event.clientX - left, widthPx);
    player.seek(Math.max(from, Math.min(at, to)));
  };
  return (
    <div
      className={styles.scrubber}
      role="slider"
      tabIndex={0}
      aria-label={t('history:clock')}
      aria-valuemin={Math.floor(from)}
      aria-valuemax={Math.ceil(to)}
      aria-valuenow={Math.round(cursor)}
      aria-valuetext={formatMoment(cursor)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        point(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event);
      }}
    >
      <div ref={line} className={styles.line} />
    </div>
  );
}
