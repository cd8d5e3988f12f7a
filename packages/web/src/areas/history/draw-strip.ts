import { isNotable, type HistoryRow } from './chronology.ts';
import type { DriverSpan } from './strip-lanes.ts';
import { xAt, type PlotAxis } from './time-axis.ts';
import type { Span } from './track.ts';

export interface StripStyle {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Colors of the scheme. */
  readonly ground: string;
  readonly gap: string;
}

const COLOURS = { drive: '#0072b2', idle: '#e69f00', stop: '#8a8f98', event: '#cc3399' } as const;
const STOP_SHARE = 0.3;
const IDLE_SHARE = 0.6;
/** Of the stripes over what stood with its engine on, px. */
const STRIPE_PX = 4;
const NAME_PX = 10;
const MIN_NAME_PX = 24;
const EVENT_PX = 7;

export interface StripContent {
  readonly rows: readonly HistoryRow[];
  /** Stretches with the engine on, within stops. */
  readonly idle: readonly Span[];
  readonly axis: PlotAxis;
}

/** The day of one vehicle: each kind has a height of its own as well as a color. */
export function drawStrip(
  pen: CanvasRenderingContext2D,
  { rows, idle, axis }: StripContent,
  { widthPx, heightPx, ground, gap }: StripStyle,
): void {
  const [left, right] = [xAt(axis, axis.from, widthPx), xAt(axis, axis.to, widthPx)];
  const [top, bottom] = [EVENT_PX, heightPx - 1];
  pen.fillStyle = ground;
  pen.fillRect(left, bottom, right - left, 1);
  const place = (at: number): number => Math.max(left, Math.min(right, xAt(axis, at, widthPx)));
  for (const row of rows) {
    if (row.kind === 'event' || row.to < axis.from || row.from > axis.to) continue;
    const [start, end] = [place(row.from), place(row.to)];
    // A short trip is seen in a long period, too.
    const width = Math.max(row.kind === 'trip' ? 1.5 : 0.5, end - start);
    if (row.kind === 'gap') drawDots(pen, { start, end, y: (top + bottom) / 2, colour: gap });
    else {
      const height = (bottom - top) * (row.kind === 'trip' ? 1 : STOP_SHARE);
      pen.fillStyle = row.kind === 'trip' ? COLOURS.drive : COLOURS.stop;
      pen.fillRect(start, bottom - height, width, height);
    }
  }
  for (const span of idle) {
    if (span.to < axis.from || span.from > axis.to) continue;
    const [start, end] = [place(span.from), place(span.to)];
    drawStripes(pen, {
      start,
      end: Math.max(start + 1, end),
      top: bottom - (bottom - top) * IDLE_SHARE,
      bottom,
    });
  }
  pen.fillStyle = COLOURS.event;
  for (const row of rows) {
    if (row.kind !== 'event' || !isNotable(row) || row.from < axis.from || row.from > axis.to) continue;
    const x = place(row.from);
    pen.beginPath();
    pen.moveTo(x, 0);
    pen.lineTo(x + 4, EVENT_PX - 1);
    pen.lineTo(x - 4, EVENT_PX - 1);
    pen.fill();
  }
}

/** Half open, half full: it differs from a stop without its color, too. */
function drawStripes(
  pen: CanvasRenderingContext2D,
  { start, end, top, bottom }: { start: number; end: number; top: number; bottom: number },
): void {
  pen.save();
  pen.beginPath();
  pen.rect(start, top, end - start, bottom - top);
  pen.clip();
  pen.fillStyle = `${COLOURS.idle}88`;
  pen.fillRect(start, top, end - start, bottom - top);
  pen.strokeStyle = COLOURS.idle;
  pen.lineWidth = 1.5;
  pen.beginPath();
  const rise = bottom - top;
  for (let x = start - rise; x < end; x += STRIPE_PX) {
    pen.moveTo(x, bottom);
    pen.lineTo(x + rise, top);
  }
  pen.stroke();
  pen.restore();
}

export interface DriversStyle {
  readonly axis: PlotAxis;
  readonly widthPx: number;
  readonly topPx: number;
  readonly text: string;
}

/** Draws the drivers: a line under their time, and the name where there is room. */
export function drawDrivers(
  pen: CanvasRenderingContext2D,
  drivers: readonly DriverSpan[],
  { axis, widthPx, topPx, text }: DriversStyle,
): void {
  const [left, right] = [xAt(axis, axis.from, widthPx), xAt(axis, axis.to, widthPx)];
  pen.fillStyle = text;
  pen.font = `${NAME_PX}px Inter Variable, system-ui, sans-serif`;
  pen.textBaseline = 'top';
  for (const { name, from, to } of drivers) {
    const start = Math.max(left, xAt(axis, from, widthPx));
    const end = Math.min(right, xAt(axis, to, widthPx));
    if (end < left || start > right) continue;
    pen.fillRect(start, topPx, Math.max(1, end - start - 1), 1);
    if (end - start < MIN_NAME_PX) continue;
    pen.save();
    pen.beginPath();
    pen.rect(start, topPx, end - start - 2, NAME_PX + 3);
    pen.clip();
    pen.fillText(name, start + 1, topPx + 2);
    pen.restore();
  }
}

function drawDots(
  pen: CanvasRenderingContext2D,
  { start, end, y, colour }: { start: number; end: number; y: number; colour: string },
): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.setLineDash([2, 4]);
  pen.beginPath();
  pen.moveTo(start, y);
  pen.lineTo(end, y);
  pen.stroke();
  pen.setLineDash([]);
}
