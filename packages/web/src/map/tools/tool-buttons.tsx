import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ControlButton, ControlPopover } from '../controls/control-button.tsx';
import controls from '../live-map.module.css';
import { MapIcon } from '../controls/map-icons.tsx';
import { isTyping } from './is-typing.ts';
import styles from './map-tools.module.css';
import type { MyPlaceState } from './my-place.ts';

/** Tool that is open over the map, one at a time. */
export type Tool = 'search' | 'ruler' | 'shortcuts';

export interface ToolButtonsProps {
  readonly tool: Tool | null;
  readonly onTool: (tool: Tool | null) => void;
  readonly place: MyPlaceState | null;
  readonly onPlace: () => void;
  /** null = not for this user. */
  readonly onNearest: (() => void) | null;
}

/** Search, own place, and a menu with the rarer tools. */
export function ToolButtons({ tool, onTool, place, onPlace, onNearest }: ToolButtonsProps) {
  const { t } = useTranslation('map');
  const [isFull, toggleFull] = useFullScreen();
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    // Only with the focus on the map: elsewhere the key means something else.
    const { target } = event;
    if (event.key === '?' && target instanceof HTMLCanvasElement && !isTyping(target)) onTool('shortcuts');
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const open = (next: Tool) => () => onTool(tool === next ? null : next);
  return (
    <div className={controls['group']}>
      <ControlButton label={t('search.title')} isPressed={tool === 'search'} onClick={open('search')}>
        <MapIcon name="search" />
      </ControlButton>
      <ControlButton
        label={t('place.button')}
        isPressed={place === 'waiting' || place === 'visible'}
        onClick={onPlace}
      >
        <MapIcon name="place" />
      </ControlButton>
      <ControlPopover label={t('tools')} icon={<MapIcon name="tools" />} isMenu>
        <div className={styles['menu']}>
          <button type="button" onClick={open('ruler')}>
            <MapIcon name="ruler" />
            {t('ruler.title')}
          </button>
          {onNearest === null ? null : (
            <button type="button" onClick={onNearest}>
              <MapIcon name="nearest" />
              {t('nearest')}
            </button>
          )}
          <button type="button" onClick={() => window.print()}>
            <MapIcon name="print" />
            {t('print.button')}
          </button>
          {document.fullscreenEnabled ? (
            <button type="button" onClick={toggleFull}>
              <MapIcon name="full" />
              {t(isFull ? 'full.leave' : 'full.enter')}
            </button>
          ) : null}
          <button type="button" onClick={open('shortcuts')}>
            <MapIcon name="keys" />
            {t('shortcuts.title')}
          </button>
        </div>
      </ControlPopover>
    </div>
  );
}

/** The whole page, so that panels, dialogs and alerts stay in sight. */
function useFullScreen(): readonly [boolean, () => void] {
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const listen = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', listen);
    return () => document.removeEventListener('fullscreenchange', listen);
  }, []);
  const toggle = (): void => {
    const change =
      document.fullscreenElement === null
        ? document.documentElement.requestFullscreen()
        : document.exitFullscreen();
    // The browser may reject it; the page then stays as it was.
    change.catch((error: unknown) => console.warn('Cannot change the full screen', error));
  };
  return [isFull, toggle];
}
