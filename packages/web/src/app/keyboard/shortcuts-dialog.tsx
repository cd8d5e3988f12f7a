import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../kernel/services.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { visibleMenu } from '../screens/menu-entries.ts';
import styles from './shortcuts-dialog.module.css';
import { SCREEN_KEYS } from './shortcuts.ts';

/** Of the screen of the past. @source docs/reference/history-and-reports.md §5.3 */
const HISTORY_KEYS = [
  { keys: ['Space'], what: 'play' },
  { keys: ['←', '→'], what: 'record' },
  { keys: ['Shift', '←'], what: 'minute' },
  { keys: ['Ctrl', '←'], what: 'trip' },
  { keys: ['PgUp', 'PgDn'], what: 'hour' },
  { keys: ['Home', 'End'], what: 'ends' },
  { keys: ['+', '−'], what: 'rate' },
  { keys: ['e', 'E'], what: 'event' },
  { keys: ['f'], what: 'follow' },
  { keys: ['s'], what: 'skip' },
  { keys: ['1', '6'], what: 'vehicle' },
] as const;

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['shell', 'keyboard']);
  const signedIn = useSignedIn();
  const menu = visibleMenu(signedIn);
  const letters = new Map([...SCREEN_KEYS].map(([letter, path]) => [path, letter]));
  const screens = [
    ...menu.map(({ path, label }) => ({ letter: letters.get(path), name: t(label) })),
    { letter: letters.get('/home'), name: t('keyboard:map') },
  ].flatMap(({ letter, name }) => (letter === undefined ? [] : [{ letter, name }]));
  return (
    <Modal title={t('keyboard:title')} onClose={onClose}>
      <dl className={styles.keys}>
        <Keys keys={['/']} what={t('keyboard:search')} />
        <Keys keys={['Ctrl', 'K']} what={t('keyboard:palette')} />
        <Keys keys={['j', 'k']} what={t('keyboard:move')} />
        <Keys keys={['?']} what={t('keyboard:help')} />
        <Keys keys={['F1']} what={t('keyboard:page')} />
        {screens.map(({ letter, name }) => (
          <Keys key={letter} keys={['g', letter]} what={name} />
        ))}
      </dl>
      {menu.some(({ path }) => path === '/history') && (
        <>
          <h3 className={styles.screen}>{t('keyboard:history.title')}</h3>
          <dl className={styles.keys}>
            {HISTORY_KEYS.map(({ keys, what }) => (
              <Keys key={what} keys={keys} what={t(`keyboard:history.${what}`)} />
            ))}
          </dl>
        </>
      )}
    </Modal>
  );
}

function Keys({ keys, what }: { readonly keys: readonly string[]; readonly what: string }) {
  return (
    <div className={styles.line}>
      <dt>
        {keys.map((key) => (
          <kbd key={key} className={styles.key}>
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{what}</dd>
    </div>
  );
}
