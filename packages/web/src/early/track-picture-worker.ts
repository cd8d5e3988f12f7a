/// <reference lib="webworker" />
import { decodeTrack, TrackFrames, type TrackChunk } from '@rastro/fleet/tracks';
import { joinDays, type Span } from '../areas/history/track.ts';
import type { ColourScheme } from '../map/map-palette.ts';
import type { PictureLayout } from './picture-place.ts';
import { drawTrack } from './track-picture.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Reads a track and draws it, whatever keeps the page busy. */
export interface PictureOrder {
  readonly address: string;
  readonly span: Span;
  readonly canvas: OffscreenCanvas;
  readonly layout: PictureLayout;
  readonly scheme: ColourScheme;
  /** Pixels of the screen per px. */
  readonly ratio: number;
}
export type PictureMessage =
  /** For the application, before anything is drawn. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly type: string;
      readonly bytes: ArrayBuffer;
    }
  /** When it was drawn, ms since 1970; null = there was nothing to draw. */
  | { readonly kind: 'drawn'; readonly at: number | null }
  /** Nothing was read. */
  | { readonly kind: 'failed' };

const post = (message: PictureMessage): void => self.postMessage(message);

self.onmessage = ({ data: order }: MessageEvent<PictureOrder>) => {
  work(order).catch(() => post({ kind: 'failed' }));
};

async function work(order: PictureOrder): Promise<void> {
  const reading = fetch(order.address, { credentials: 'include' });
  // Meanwhile: this alone takes a tenth of a second on a machine without a graphics card.
  const context = order.canvas.getContext('2d', { willReadFrequently: true });
  const answer = await reading;
  const bytes = await answer.arrayBuffer();
  const { status } = answer;
  post({ kind: 'answer', status, type: answer.headers.get('content-type') ?? '', bytes });
  const isDrawn = status === 200 && context !== null && draw(context, new Uint8Array(bytes), order);
  if (isDrawn) await new Promise((resolve) => self.requestAnimationFrame(resolve));
  post({ kind: 'drawn', at: isDrawn ? performance.timeOrigin + performance.now() : null });
}

/** @returns False when nothing is to be drawn, or it cannot be read: the application will say why. */
function draw(
  context: OffscreenCanvasRenderingContext2D,
  bytes: Uint8Array,
  { span, layout, scheme, ratio }: PictureOrder,
): boolean {
  const days: TrackChunk[] = [];
  for (const frame of new TrackFrames().push(bytes)) {
    const day = decodeTrack(frame);
    if (!day.ok) return false;
    days.push(day.value);
  }
  const track = joinDays(0, days, { ...span, measures: [] });
  if (track.length < 2) return false;
  context.scale(ratio, ratio);
  drawTrack(context, track, { layout, scheme });
  return true;
}
