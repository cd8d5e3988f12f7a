import { Button } from '@mantine/core';
import { CalendarClock, Columns2, History, LocateFixed, Route, Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { historyPath } from '../../../kernel/period/history-path.ts';
import { useFavourites } from '../../../kernel/favourites/use-favourites.ts';
import { splitPath, togetherPath } from '../../../kernel/map/split-path.ts';
import { useRights } from '../../../kernel/use-rights.ts';
import styles from './device-panel.module.css';
import { OnlyToggle } from '../filters/only-toggle.tsx';
import { toggleParam } from './toggle-param.ts';

const TOGGLES = [
  { name: 'trail', icon: Route },
  { name: 'today', icon: CalendarClock },
] as const;

/** Trail and today, as following, live in the address, so that a link carries them; the map reads them there. */
export function MapToggles({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('devices');
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { may } = useRights();
  const toggle = (name: string): void => setSearch((old) => toggleParam(old, name), { replace: true });
  return (
    <div className={styles.toggles}>
      {TOGGLES.filter(({ name }) => name !== 'today' || may('reports.view')).map(({ name, icon: Icon }) => {
        const isOn = search.get(name) === '1';
        return (
          <Button
            key={name}
            size="xs"
            variant={isOn ? 'filled' : 'default'}
            aria-pressed={isOn}
            leftSection={<Icon size={15} aria-hidden />}
            onClick={() => toggle(name)}
          >
            {t(`devices:toggle.${name}`)}
          </Button>
        );
      })}
      <OnlyToggle deviceId={deviceId} />
      <Button
        size="xs"
        variant="default"
        leftSection={<LocateFixed size={15} aria-hidden />}
        onClick={() => void navigate(togetherPath([deviceId]))}
      >
        {t('devices:toggle.together')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Columns2 size={15} aria-hidden />}
        onClick={() => void navigate(splitPath([deviceId]))}
      >
        {t('devices:toggle.split')}
      </Button>
    </div>
  );
}

/** Its past and its star. */
export function VehicleToggles({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const { may } = useRights();
  return (
    <div className={styles.toggles}>
      {may('reports.view') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<History size={15} aria-hidden />}
          onClick={() => void navigate(historyPath(deviceId))}
        >
          {t('devices:toggle.history')}
        </Button>
      )}
      <FavouriteToggle deviceId={deviceId} />
    </div>
  );
}

/** Starred vehicles can be asked for in the list. */
function FavouriteToggle({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('common');
  const { ids, toggle } = useFavourites('devices');
  const isOn = ids.has(deviceId);
  return (
    <Button
      size="xs"
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      leftSection={<Star size={15} aria-hidden fill={isOn ? 'currentColor' : 'none'} />}
      onClick={() => toggle(deviceId)}
    >
      {t('common:favourite')}
    </Button>
  );
}
