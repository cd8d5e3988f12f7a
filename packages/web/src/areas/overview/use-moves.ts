import { moveTo, resizeTo, step, type Direction, type Widget } from '@rastro/fleet/layouts';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';

export const ROW_PX = 72;
export const GAP_PX = 12;
type Widgets = readonly Widget[];
export type Resize = 'wider' | 'narrower' | 'taller' | 'lower';
export type Move = Direction | Resize;

const BY: Readonly<Record<Resize, { readonly w: number; readonly h: number }>> = {
  wider: { w: 1, h: 0 },
  narrower: { w: -1, h: 0 },
  taller: { w: 0, h: 1 },
  lower: { w: 0, h: -1 },
};
const isResize = (move: Move): move is Resize => Object.hasOwn(BY, move);

/** Widgets after one step of a move. @param least Smallest size of this one. */
export function moved(
  widgets: Widgets,
  id: string,
  move: Move,
  least: { readonly w: number; readonly h: number },
): Widgets {
  if (!isResize(move)) return step(widgets, id, move);
  const before = widgets.find((each) => each.id === id);
  if (!before) return widgets;
  const [w, h] = [Math.max(least.w, before.w + BY[move].w), Math.max(least.h, before.h + BY[move].h)];
  return resizeTo(widgets, id, { w, h });
}

const KEYS: Readonly<Record<string, readonly [Direction, Resize]>> = {
  ArrowUp: ['up', 'lower'],
  ArrowDown: ['down', 'taller'],
  ArrowLeft: ['left', 'narrower'],
  ArrowRight: ['right', 'wider'],
};

/** A widget that is being moved or resized, and where everything was before. */
interface Held {
  readonly id: string;
  readonly origin: Widgets;
  readonly now: Widgets;
}
interface MovesOptions {
  readonly widgets: Widgets;
  /** Width of a column with its gap, px. */
  readonly columnPx: () => number;
  readonly leastOf: (widget: Widget) => { readonly w: number; readonly h: number };
  readonly onChange: (widgets: Widgets) => void;
  /** Says where a widget is now. */
  readonly onMoved: (widget: Widget) => void;
}

/** Moves and resizes by mouse, touch and keyboard. Nothing is kept before the end: Escape puts it back. */
export function useMoves({ widgets, columnPx, leastOf, onChange, onMoved }: MovesOptions) {
  const [held, setHeld] = useState<Held | null>(null);
  const show = (id: string, origin: Widgets, now: Widgets): void => {
    setHeld({ id, origin, now });
    const widget = now.find((each) => each.id === id);
    if (widget) onMoved(widget);
  };
  const keep = (): void => {
    if (held !== null) onChange(held.now);
    setHeld(null);
  };
  const putBack = (): void => {
    const widget = held?.origin.find(({ id }) => id === held.id);
    setHeld(null);
    if (widget) onMoved(widget);
  };
  const stepBy = (widget: Widget, move: Move): void => {
    const from = held?.id === widget.id ? held : { origin: widgets, now: widgets };
    show(widget.id, from.origin, moved(from.now, widget.id, move, leastOf(widget)));
  };
  const onKeyDown = (widget: Widget) => (event: KeyboardEvent) => {
    const keys = KEYS[event.key];
    if (keys) stepBy(widget, event.shiftKey ? keys[1] : keys[0]);
    else if (event.key === 'Enter' && held !== null) keep();
    else if (event.key === 'Escape' && held !== null) putBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (widget: Widget, kind: 'move' | 'resize') => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    followPointer(handle, event, {
      onDelta: (columns, rows) => {
        const least = leastOf(widget);
        const now =
          kind === 'move'
            ? moveTo(widgets, widget.id, { x: widget.x + columns, y: Math.max(0, widget.y + rows) })
            : resizeTo(widgets, widget.id, {
                w: Math.max(least.w, widget.w + columns),
                h: Math.max(least.h, widget.h + rows),
              });
        show(widget.id, widgets, now);
        return now;
      },
      columnPx: columnPx(),
      onEnd: (now) => {
        if (now !== null) onChange(now);
        setHeld(null);
      },
    });
  };
  return { held, keep, onKeyDown, onPointerDown };
}

interface Following {
  readonly columnPx: number;
  readonly onDelta: (columns: number, rows: number) => Widgets;
  /** @param now Null = it was cancelled, or nothing moved. */
  readonly onEnd: (now: Widgets | null) => void;
}

/** Follows a captured pointer until it is released, cancelled, or Escape is pressed. */
function followPointer(
  handle: HTMLElement,
  { clientX, clientY }: PointerEvent<HTMLElement>,
  { columnPx, onDelta, onEnd }: Following,
): void {
  let now: Widgets | null = null;
  const stop = new AbortController();
  const end = (kept: Widgets | null): void => {
    stop.abort();
    onEnd(kept);
  };
  const { signal } = stop;
  handle.addEventListener(
    'pointermove',
    (event) => {
      const columns = Math.round((event.clientX - clientX) / columnPx);
      const rows = Math.round((event.clientY - clientY) / (ROW_PX + GAP_PX));
      if (now !== null || columns !== 0 || rows !== 0) now = onDelta(columns, rows);
    },
    { signal },
  );
  handle.addEventListener('pointerup', () => end(now), { signal });
  handle.addEventListener('pointercancel', () => end(null), { signal });
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(null), { signal });
}
