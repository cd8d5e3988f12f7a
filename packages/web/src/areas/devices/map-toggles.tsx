import { Button } from '@mantine/core';
import { CalendarClock, Columns2, History, LocateFixed, Route } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { historyPath } from '../../kernel/period/history-path.ts';
import { splitPath } from '../../kernel/map/split-path.ts';
import { useRights } from '../../kernel/use-rights.ts';
import styles from './device-panel.module.css';
import { OnlyToggle } from './only-toggle.tsx';

const TOGGLES = [
  { name: 'follow', icon: LocateFixed },
  { name: 'trail', icon: Route },
  { name: 'today', icon: CalendarClock },
] as const;

/** Follow, trail and today live in the address, so that a link carries them; the map reads them there. */
export function MapToggles({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('devices');
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { may } = useRights();
  const toggle = (name: string): void =>
    setSearch(
      (old) => {
        if (old.get(name) === '1') old.delete(name);
        else {
          old.set(name, '1');
          // The whole day is shown once; a map that follows would leave it with the next position.
          if (name === 'today') old.delete('follow');
        }
        return old;
      },
      { replace: true },
    );
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
      <OnlyToggle deviceId={deviceId} />
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
