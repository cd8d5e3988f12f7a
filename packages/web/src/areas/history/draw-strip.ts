import { isNotable, type HistoryRow } from './chronology.ts';
import { xAt, type PlotAxis } from './time-axis.ts';

export interface StripLook {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Colours of the scheme. */
  readonly ground: string;
  readonly silence: string;
}

const COLOURS = { drive: '#0072b2', stop: '#8a8f98', event: '#cc3399' } as const;
const STOP_SHARE = 0.3;
const EVENT_PX = 7;

/** The day of one vehicle: each kind has a height of its own as well as a colour. */
export function drawStrip(
  pen: CanvasRenderingContext2D,
  { rows, axis }: { readonly rows: readonly HistoryRow[]; readonly axis: PlotAxis },
  { widthPx, heightPx, ground, silence }: StripLook,
): void {
  pen.clearRect(0, 0, widthPx, heightPx);
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
    if (row.kind === 'silence') drawDots(pen, { start, end, y: (top + bottom) / 2, colour: silence });
    else {
      const height = (bottom - top) * (row.kind === 'trip' ? 1 : STOP_SHARE);
      pen.fillStyle = row.kind === 'trip' ? COLOURS.drive : COLOURS.stop;
      pen.fillRect(start, bottom - height, width, height);
    }
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
