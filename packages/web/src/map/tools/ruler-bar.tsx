import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from './is-typing.ts';
import { Ruler, type RulerState } from './ruler.ts';
import styles from './map-tools.module.css';

export interface RulerBarProps {
  readonly map: MapLibre;
  readonly accent: string;
  /** A length in the user's unit. */
  readonly write: (metres: number) => string;
  readonly onClose: () => void;
}

/** The ruler: what it measured, and its few actions. Open = measuring. */
export function RulerBar({ map, accent, write, onClose }: RulerBarProps) {
  const { t } = useTranslation('map');
  const ruler = useRef<Ruler | null>(null);
  const [state, setState] = useState<RulerState | null>(null);
  const openRuler = useEffectEvent(
    (over: MapLibre): Ruler => new Ruler(over, { accent, write, onChange: setState }),
  );
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (isTyping(event.target)) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Backspace') ruler.current?.undo();
    else if (event.key === 'Enter' && event.target === map.getCanvas()) ruler.current?.addCentre();
    else return;
    event.preventDefault();
  });

  useEffect(() => {
    const made = openRuler(map);
    ruler.current = made;
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    map.getCanvas().focus();
    return () => {
      document.removeEventListener('keydown', listen);
      made.stop();
      ruler.current = null;
    };
  }, [map]);

  const points = state?.points ?? 0;
  const segments = state?.segmentsM ?? [];
  const last = segments.at(-1);
  return (
    <section className={styles['card']} aria-label={t('ruler.title')}>
      <p className={styles['hint']}>{t(points === 0 ? 'ruler.start' : 'ruler.more')}</p>
      <dl className={styles['measured']}>
        <dt>{t('ruler.total')}</dt>
        <dd>
          <span role="status">{write(state?.totalM ?? 0)}</span>
        </dd>
        <dt>{t('ruler.last')}</dt>
        <dd>
          {last === undefined ? '–' : t('ruler.segment', { count: segments.length, length: write(last) })}
        </dd>
        <dt>{t('ruler.live')}</dt>
        <dd>{state?.liveM == null ? '–' : write(state.liveM)}</dd>
      </dl>
      <div className={styles['actions']}>
        <button type="button" disabled={points === 0} onClick={() => ruler.current?.undo()}>
          {t('ruler.undo')}
        </button>
        <button type="button" disabled={points === 0} onClick={() => ruler.current?.clear()}>
          {t('ruler.clear')}
        </button>
        <button type="button" data-main onClick={onClose}>
          {t('ruler.done')}
        </button>
      </div>
    </section>
  );
}
