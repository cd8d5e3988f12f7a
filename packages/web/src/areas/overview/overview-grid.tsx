import { isWidgetKind, toColumns, type Widget } from '@rastro/fleet/layouts';
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Unseen } from '../../ui/unseen.tsx';
import { GridItem } from './grid-item.tsx';
import styles from './overview.module.css';
import { useColumns } from './use-columns.ts';
import { GAP_PX, moved, useMoves, type Move } from './use-moves.ts';
import { WIDGETS } from './widgets/registry.ts';
import type { Scope } from './widgets/widget-props.ts';

const SMALLEST = { w: 1, h: 1 };
const leastOf = ({ kind }: Widget) => (isWidgetKind(kind) ? WIDGETS[kind].least : SMALLEST);

export interface OverviewGridProps {
  readonly widgets: readonly Widget[];
  readonly isEditing: boolean;
  readonly scope: Scope;
  readonly onChange: (widgets: readonly Widget[]) => void;
}

/** The widgets, in the order in which they are read; the places of a narrow screen are never stored. */
export function OverviewGrid({ widgets, isEditing, scope, onChange }: OverviewGridProps) {
  const { t } = useTranslation('overview');
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumns(box);
  const [news, setNews] = useState('');
  const titleOf = useTitle();
  const refocus = useRefocus(box, widgets);
  const columnPx = (): number => ((box.current?.clientWidth ?? 0) + GAP_PX) / columns;
  const onMoved = (widget: Widget): void => {
    const place = { column: widget.x + 1, row: widget.y + 1, width: widget.w, height: widget.h };
    setNews(t('overview:place', { name: titleOf(widget), ...place }));
  };
  const moves = useMoves({ widgets, columnPx, leastOf, onChange, onMoved });
  const { held } = moves;
  const visible = useMemo(() => {
    const byId = new Map(toColumns(held?.now ?? widgets, columns).map((each) => [each.id, each]));
    // What is held stays where it stands among the elements: it would lose the focus.
    const order = held === null ? [...byId.keys()] : held.origin.map(({ id }) => id);
    return order.flatMap((id) => byId.get(id) ?? []);
  }, [held, widgets, columns]);
  const onMenu = (widget: Widget, move: Move): void => {
    const after = moved(widgets, widget.id, move, leastOf(widget));
    refocus(widget.id);
    onChange(after);
    const now = after.find(({ id }) => id === widget.id);
    if (now) onMoved(now);
  };
  return (
    <>
      <div ref={box} className={styles.grid} data-columns={columns} data-editing={isEditing}>
        {visible.map((widget) => (
          <GridItem
            key={widget.id}
            widget={widget}
            title={titleOf(widget)}
            scope={scope}
            isHeld={held?.id === widget.id}
            edit={
              isEditing
                ? {
                    isWide: columns === 12,
                    onMove: (move) => onMenu(stored(widgets, widget), move),
                    onRemove: () => onChange(widgets.filter(({ id }) => id !== widget.id)),
                    onKeyDown: moves.onKeyDown(stored(widgets, widget)),
                    onPointerDown: (kind) => moves.onPointerDown(stored(widgets, widget), kind),
                    onKeep: moves.keep,
                    onSettings: (settings) =>
                      onChange(widgets.map((each) => (each.id === widget.id ? { ...each, settings } : each))),
                  }
                : null
            }
          />
        ))}
      </div>
      <span role="status" aria-live="polite">
        <Unseen>{news}</Unseen>
      </span>
    </>
  );
}

/** With the place that is stored, not that of this screen. */
const stored = (widgets: readonly Widget[], widget: Widget): Widget =>
  widgets.find(({ id }) => id === widget.id) ?? widget;

/** Names a widget; an unknown one by its kind. */
function useTitle(): (widget: Widget) => string {
  const { t } = useTranslation('overview');
  return ({ kind }) => (isWidgetKind(kind) ? t(`overview:kind.${kind}`) : kind);
}

/** A widget that moved among the elements has lost the focus: its menu gets it back. */
function useRefocus(box: RefObject<HTMLDivElement | null>, widgets: readonly Widget[]) {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    const id = wanted.current;
    wanted.current = null;
    if (id === null) return;
    const item = [...(box.current?.children ?? [])].find((each) => each.getAttribute('data-id') === id);
    item?.querySelector<HTMLElement>('[data-menu]')?.focus();
  }, [box, widgets]);
  return (id: string): void => {
    wanted.current = id;
  };
}
