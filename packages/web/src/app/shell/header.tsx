import { isShared } from '@rastro/fleet';
import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { logoWidth } from '../../kernel/logo-width.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { PaletteHost } from '../palette/palette-host.tsx';
import { useSignedIn } from '../../kernel/services.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import { ExpiryCountdown } from './expiry-countdown.tsx';
import styles from './header.module.css';
import { LocalTime } from './local-time.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { MuteToggle } from '../../areas/events/mute-toggle.tsx';
import { PushToggle } from '../../areas/push/push-toggle.tsx';
import { SchemeToggle } from './scheme-toggle.tsx';
import { UserMenu } from './user-menu.tsx';
import { VisitorWeather } from './visitor-weather.tsx';

const AlarmTray = latePart(
  'nothing',
  async () => (await import('../../areas/events/alarm-tray.tsx')).AlarmTray,
);

export interface HeaderProps {
  /** null = this user has no menu. */
  readonly menu: { readonly open: boolean; readonly onToggle: () => void } | null;
}

export function Header({ menu }: HeaderProps) {
  const { t } = useTranslation('shell');
  const { branding, user, server } = useSignedIn();
  const isGuest = isShared(user);
  // A phone has it in the menu of the user.
  const isPhone = useIsPhone();
  return (
    <header className={styles.header}>
      {menu !== null && (
        <IconAction
          label={t(menu.open ? 'shell:menu.close' : 'shell:menu.open')}
          expanded={menu.open}
          onClick={menu.onToggle}
        >
          <MenuIcon size={20} aria-hidden />
        </IconAction>
      )}
      <Link to="/home" className={styles.brand}>
        <BrandMark
          title={branding.title}
          logo={branding.headLogo}
          size="small"
          widthPx={logoWidth(server.server.attributes, branding.brand)}
        />
      </Link>
      <div className={styles.tools}>
        <ConnectionBadge />
        {!isGuest && <OwnTools />}
        <HelpButton />
        {!isPhone && <SchemeToggle />}
        {isGuest && user.expirationTime !== null && <ExpiryCountdown end={user.expirationTime} />}
        <UserMenu />
      </div>
    </header>
  );
}

/** Tools for users with an account: a guest sees a vehicle, without search, sounds or notices. */
function OwnTools() {
  return (
    <>
      <VisitorWeather />
      <LocalTime />
      <PaletteHost />
      <AlarmTray />
      <MuteToggle />
      <PushToggle />
    </>
  );
}
