import { Button } from '@mantine/core';
import { Ellipsis, LocateFixed } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import styles from './vehicle-acts.module.css';
import { MapToggles } from './map-toggles.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { toggleParam } from './toggle-param.ts';
import { DoorButtons } from './vehicle-doors.tsx';

export interface VehicleActsProps {
  readonly deviceId: number;
  /** The first act; composed by the application. */
  readonly primary: ReactNode;
  /** What other areas offer beside. */
  readonly more: ReactNode;
}

/** Two acts at hand, the others one press away. */
export function VehicleActs({ deviceId, primary, more }: VehicleActsProps) {
  const { t } = useTranslation('devices');
  const [search, setSearch] = useSearchParams();
  const isPhone = useIsPhone();
  // Who goes to another tab, or is led there by what was sent, wants to see that.
  const tab = search.get('tab') ?? '';
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === tab;
  const trayId = useId();
  const isFollowed = search.get('follow') === '1';
  return (
    <>
      <div className={styles.row}>
        {primary}
        <Button
          size="xs"
          variant={isFollowed ? 'filled' : 'default'}
          aria-pressed={isFollowed}
          leftSection={<LocateFixed size={15} aria-hidden />}
          onClick={() => setSearch((old) => toggleParam(old, 'follow'), { replace: true })}
        >
          {t('devices:toggle.follow')}
        </Button>
        <Button
          size="xs"
          variant={isOpen ? 'light' : 'default'}
          aria-label={t('devices:panel.more')}
          aria-expanded={isOpen}
          aria-controls={isOpen ? trayId : undefined}
          leftSection={<Ellipsis size={15} aria-hidden />}
          onClick={() => setOpenAt(isOpen ? null : tab)}
        >
          {t('devices:panel.moreShort')}
        </Button>
      </div>
      {isOpen && (
        <div id={trayId} className={styles.tray} role="group" aria-label={t('devices:panel.more')}>
          <MapToggles deviceId={deviceId} />
          {more}
          {isPhone && <DoorButtons deviceId={deviceId} />}
        </div>
      )}
    </>
  );
}
