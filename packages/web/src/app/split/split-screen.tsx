import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { X } from 'lucide-react';
import { IconAction } from '../../ui/icon-action.tsx';
import { AddVehicle } from '../../kernel/fleet/add-vehicle.tsx';
import { readSplit, MAX_SPLIT_MAPS, splitPath } from '../../kernel/map/split-path.ts';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { SplitPane } from './split-pane.tsx';
import styles from './split.module.css';

/** `/split?ids=1,2,3,4`: up to four vehicles, each followed on a map of its own. */
export function SplitScreen() {
  const { t } = useTranslation('split');
  useScreenTitle(t('split:title'));
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const ids = useMemo(() => readSplit(search), [search]);
  const show = (next: readonly number[]): void => void navigate(splitPath(next), { replace: true });
  return (
    <section className={styles.screen} aria-label={t('split:title')}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('split:title')}</h1>
        {ids.length < MAX_SPLIT_MAPS && <AddVehicle visibleIds={ids} onAdd={(id) => show([...ids, id])} />}
        <IconAction label={t('split:close')} onClick={() => void navigate('/home')}>
          <X size={17} aria-hidden />
        </IconAction>
      </header>
      {ids.length === 0 ? (
        <p className={styles.empty}>{t('split:empty', { most: MAX_SPLIT_MAPS })}</p>
      ) : (
        <div className={styles.panes} data-count={ids.length}>
          {ids.map((id) => (
            <SplitPane key={id} id={id} onClose={() => show(ids.filter((each) => each !== id))} />
          ))}
        </div>
      )}
    </section>
  );
}
