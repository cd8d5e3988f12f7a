import { Button } from '@mantine/core';
import { Ellipsis, LocateFixed } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import styles from './vehicle-actions.module.css';
import { MapToggles, VehicleToggles } from './map-toggles.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import { toggleParam } from './toggle-param.ts';
import { VehicleLinkButtons } from './vehicle-links.tsx';

export interface VehicleActionsProps {
  readonly deviceId: number;
  /** The primary action; composed by the application. */
  readonly primary: ReactNode;
  readonly more?: AdditionalActions;
}

/** Further actions from other areas, by subject. */
export interface AdditionalActions {
  readonly vehicle: ReactNode;
  readonly commands: ReactNode;
}

/** Two actions at hand, the others one click away. */
export function VehicleActions({ deviceId, primary, more }: VehicleActionsProps) {
  const { t } = useTranslation('devices');
  const [search, setSearch] = useSearchParams();
  const isPhone = useIsPhone();
  // A change of tab, by the user or after a command was sent, closes the tray so that the tab is visible.
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
          <TraySection title={t('devices:panel.onMap')}>
            <MapToggles deviceId={deviceId} />
          </TraySection>
          <TraySection title={t('devices:panel.vehicle')}>
            <VehicleToggles deviceId={deviceId} />
            {more?.vehicle}
            {isPhone && <VehicleLinkButtons deviceId={deviceId} />}
          </TraySection>
          <TraySection title={t('devices:panel.commands')}>{more?.commands}</TraySection>
        </div>
      )}
    </>
  );
}

/** A section with its heading; a section without actions is not rendered. */
function TraySection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const headingId = useId();
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <div>{children}</div>
    </section>
  );
}
