import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MapIcon } from '../controls/map-icons.tsx';
import styles from './map-tools.module.css';

const SHORTCUTS = [
  { name: 'pan', keys: ['←', '↑', '→', '↓'] },
  { name: 'zoom', keys: ['+', '−'] },
  { name: 'rotate', keys: ['Shift ←', 'Shift →'] },
  { name: 'point', keys: ['Enter'] },
  { name: 'undo', keys: ['Backspace'] },
  { name: 'close', keys: ['Esc'] },
  { name: 'help', keys: ['?'] },
] as const;

/** Lists the keys and gestures of the map. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('map');
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-labelledby={titleId} onClose={onClose}>
      <header>
        <h2 id={titleId}>{t('shortcuts.title')}</h2>
        <button type="button" aria-label={t('close')} onClick={() => dialog.current?.close()}>
          <MapIcon name="close" />
        </button>
      </header>
      <dl>
        {SHORTCUTS.map(({ name, keys }) => (
          <div key={name}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`shortcuts.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('shortcuts.touch')}</p>
    </dialog>
  );
}
