import { Drawer } from '@base-ui/react/drawer';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './bottom-sheet.module.css';
import { useKeepClear } from './keep-clear.ts';
import { SHEET_SHARE } from './panel-size.ts';
import { PanelHeader, type PanelHeaderProps } from './panel-header.tsx';

/** Heights of the sheet: its header, half of the screen, all below the page header. */
const HEAD_PX = 70;
const SMALL = `${HEAD_PX}px`;
const HALF = SHEET_SHARE;
const FULL = 1;

export interface BottomSheetProps {
  readonly titleId: string;
  readonly header: Omit<PanelHeaderProps, 'size'>;
  /** Opens at its full height. */
  readonly tall: boolean;
  readonly onClose: () => void;
  /** Height of the content below the head that stays usable, e.g. a player; px. */
  readonly headPx?: number;
  readonly children: ReactNode;
}

/**
 * A panel on a phone. Not modal: the map above it stays in use. It lives inside the screen, below
 * the page header and the side menu. Dragged, or moved by its buttons.
 */
export function BottomSheet({ titleId, header, tall, headPx = 0, onClose, children }: BottomSheetProps) {
  const { t } = useTranslation('shell');
  const [height, setHeight] = useState<number | string | null>(tall ? FULL : HALF);
  const sheet = useRef<HTMLDivElement>(null);
  const isSmall = height === SMALL;
  // Opened whole it begins right below the header of the page.
  useKeepClear('top', height === FULL ? HEAD_PX + headPx : 0);
  return (
    <Drawer.Root
      open
      modal={false}
      disablePointerDismissal
      snapPoints={[SMALL, HALF, FULL]}
      // A fling from the full height must not take the screen away, with all that was entered.
      snapToSequentialPoints
      snapPoint={height}
      onSnapPointChange={setHeight}
      onOpenChange={(open, details) => {
        // Escape and a drag below the smallest height close it; a tap on the map does not.
        if (open) return;
        const { target } = details.event;
        if (details.reason === 'focus-out' || isOfMenu(target) || isElsewhere(target, sheet.current))
          details.cancel();
        else onClose();
      }}
    >
      <Drawer.Portal container={document.getElementById('screen') ?? document.body}>
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup ref={sheet} className={styles.sheet} aria-labelledby={titleId} initialFocus={false}>
            <button
              type="button"
              className={styles.handle}
              aria-label={t(isSmall ? 'shell:panel.open' : 'shell:panel.minimise')}
              aria-expanded={!isSmall}
              onClick={() => setHeight(isSmall ? HALF : SMALL)}
            />
            <PanelHeader
              {...header}
              size={{ expanded: height === FULL, onToggle: () => setHeight(height === FULL ? HALF : FULL) }}
            />
            <Drawer.Content className={styles.content} inert={isSmall}>
              {children}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** Escape in an open menu, or on its button, closes that menu alone. */
const isOfMenu = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('[role="menu"], [aria-expanded="true"][aria-haspopup]') !== null;

/** Escape in something else that is open, e.g. the side menu, closes that alone. */
const isElsewhere = (target: EventTarget | null, sheet: HTMLElement | null): boolean =>
  target instanceof Element && target !== document.body && sheet?.contains(target) !== true;
