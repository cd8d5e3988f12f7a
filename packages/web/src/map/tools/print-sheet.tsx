import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import styles from './print-sheet.module.css';

export interface PrintSheetProps {
  readonly map: MapLibre;
  readonly title: string;
  /** Date and time of this moment, as this user reads them. */
  readonly now: () => string;
}
const STATES = ['online', 'offline', 'unknown', 'alarm'] as const;

/**
 * The printed page: the current map, with title, time, scale, legend and attribution. The picture is taken while the
 * browser prepares the page, so the map need not preserve its drawing buffer at any other time.
 */
export function PrintSheet({ map, title, now }: PrintSheetProps) {
  const { t } = useTranslation('map');
  const picture = useRef<HTMLCanvasElement>(null);
  const [printed, setPrinted] = useState({ at: '', attribution: '', scale: '', scaleWidth: '0' });
  const prepare = useEffectEvent((): void => {
    const paper = picture.current;
    if (paper === null) return;
    const root = map.getContainer();
    const textOf = (name: string): string =>
      root.querySelector(`.maplibregl-ctrl-${name}`)?.textContent ?? '';
    // The paper is laid out right after this event.
    flushSync(() =>
      setPrinted({
        at: now(),
        attribution: textOf('attrib-inner'),
        scale: textOf('scale'),
        scaleWidth: scaleShare(root),
      }),
    );
    copyFrame(map, paper);
  });
  useEffect(() => {
    const listen = (): void => prepare();
    window.addEventListener('beforeprint', listen);
    return () => window.removeEventListener('beforeprint', listen);
  }, []);

  return createPortal(
    <section className={styles['sheet']} data-print>
      <header className={styles['head']}>
        <h1>{title}</h1>
        <p>{printed.at}</p>
      </header>
      <div className={styles['frame']}>
        <canvas ref={picture} className={styles['picture']} />
        <div className={styles['scale']} style={{ width: printed.scaleWidth }}>
          {printed.scale}
        </div>
      </div>
      <footer className={styles['foot']}>
        <ul className={styles['legend']} aria-label={t('print.legend')}>
          {STATES.map((state) => (
            <li key={state} data-state={state}>
              {t(`print.${state}`)}
            </li>
          ))}
          <li data-state="moving">{t('print.moving')}</li>
        </ul>
        <p>{printed.attribution}</p>
      </footer>
    </section>,
    document.body,
  );
}

/** The buffer of the map is empty after each frame: one is drawn now, and read in the same breath. */
function copyFrame(map: MapLibre, paper: HTMLCanvasElement): void {
  map.redraw();
  const frame = map.getCanvas();
  paper.width = frame.width;
  paper.height = frame.height;
  paper.getContext('2d')?.drawImage(frame, 0, 0);
}

/** The scale is a share of the picture, whatever size the paper has. */
function scaleShare(root: HTMLElement): string {
  const scale = root.querySelector<HTMLElement>('.maplibregl-ctrl-scale')?.style.width ?? '';
  const share = (Number.parseFloat(scale) || 0) / Math.max(1, root.clientWidth);
  return `${(share * 100).toFixed(2)}%`;
}
