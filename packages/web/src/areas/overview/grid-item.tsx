import { ActionIcon, Button, Menu } from '@mantine/core';
import { isWidgetKind, type Widget, type WidgetSettings } from '@rastro/fleet/layouts';
import { useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, GripVertical } from 'lucide-react';
import { useEffect, useId, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../kernel/services.tsx';
import { hiddenReason, type Hidden } from './may-see.ts';
import styles from './overview.module.css';
import type { Move } from './use-moves.ts';
import { WIDGETS } from './widgets/registry.ts';
import { WIDGETS_KEY } from './widgets/use-widget-query.ts';
import type { Scope } from './widgets/widget-props.ts';

export interface ItemEdit {
  /** All columns are there: widths can be changed, and it can be dragged. */
  readonly isWide: boolean;
  readonly onMove: (move: Move) => void;
  readonly onRemove: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (kind: 'move' | 'resize') => (event: PointerEvent<HTMLElement>) => void;
  readonly onKeep: () => void;
  readonly onSettings: (settings: WidgetSettings) => void;
}
export interface GridItemProps {
  readonly widget: Widget;
  readonly title: string;
  readonly scope: Scope;
  readonly isHeld: boolean;
  /** Null = it is only read. */
  readonly edit: ItemEdit | null;
}

/** A widget in its place. */
export function GridItem({ widget, title, scope, isHeld, edit }: GridItemProps) {
  const { id, kind, x, y, w, h, settings } = widget;
  const titleId = useId();
  const hidden = hiddenReason(kind, useSignedIn());
  const known = isWidgetKind(kind) ? WIDGETS[kind] : null;
  const Icon = known?.icon;
  useForgotten(hidden);
  return (
    <section
      className={styles.item}
      data-id={id}
      data-held={isHeld}
      data-quiet={hidden !== null}
      aria-labelledby={titleId}
      style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}
    >
      <header className={styles.head}>
        {Icon !== undefined && hidden === null && <Icon size={15} aria-hidden />}
        <h2 id={titleId} className={styles.title} dir="auto">
          {title}
        </h2>
        {edit !== null && <ItemTools title={title} edit={edit} />}
      </header>
      {edit !== null && hidden === null && known?.Settings && (
        <known.Settings settings={settings} onChange={edit.onSettings} />
      )}
      {hidden === null && known !== null ? (
        <known.Body scope={scope} settings={settings} />
      ) : (
        <HiddenBody reason={hidden ?? 'unknown'} onRemove={edit?.onRemove ?? null} />
      )}
      {edit?.isWide === true && (
        <span
          className={styles.corner}
          data-corner
          aria-hidden
          onPointerDown={edit.onPointerDown('resize')}
        />
      )}
    </section>
  );
}

/** Data that were read while the right was there are dropped with it. */
function useForgotten(hidden: Hidden): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (hidden === 'forbidden') queries.removeQueries({ queryKey: [WIDGETS_KEY], type: 'inactive' });
  }, [hidden, queries]);
}

interface HiddenBodyProps {
  readonly reason: Exclude<Hidden, null>;
  readonly onRemove: (() => void) | null;
}
function HiddenBody({ reason, onRemove }: HiddenBodyProps) {
  const { t } = useTranslation('overview');
  return (
    <div className={styles.hidden}>
      <p>{t(`overview:hidden.${reason}`)}</p>
      {onRemove !== null && (
        <Button variant="default" size="compact-sm" onClick={onRemove}>
          {t('overview:move.remove')}
        </Button>
      )}
    </div>
  );
}

const MOVES = [
  'up',
  'down',
  'left',
  'right',
  'first',
  'last',
  'taller',
  'lower',
  'wider',
  'narrower',
] as const;
const ONLY_WIDE: readonly Move[] = ['left', 'right', 'wider', 'narrower'];

function ItemTools({ title, edit }: { readonly title: string; readonly edit: ItemEdit }) {
  const { t } = useTranslation('overview');
  const { isWide, onMove, onRemove, onKeyDown, onPointerDown, onKeep } = edit;
  return (
    <span className={styles.tools}>
      {isWide && (
        <button
          type="button"
          className={styles.handle}
          aria-label={t('overview:handle', { name: title })}
          title={t('overview:handleHint')}
          onKeyDown={onKeyDown}
          onBlur={onKeep}
          onPointerDown={onPointerDown('move')}
        >
          <GripVertical size={16} aria-hidden />
        </button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            data-menu
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('overview:moveOrResize', { name: title })}
          >
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {MOVES.filter((move) => isWide || !ONLY_WIDE.includes(move)).map((move) => (
            <Menu.Item key={move} onClick={() => onMove(move)}>
              {t(`overview:move.${move}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={onRemove}>{t('overview:move.remove')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
