import { Menu } from '@mantine/core';
import { isShared } from '@rastro/fleet';
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { menuEntries } from '../screens/menu-entries.ts';
import { SchemeItem } from './scheme-toggle.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import styles from './header.module.css';

const GROUPS = ['account', 'user', 'administration'] as const;

export function UserMenu() {
  const { t } = useTranslation('shell');
  const signedIn = useSignedIn();
  const { user } = signedIn;
  const { session } = useServices();
  const navigate = useNavigate();
  const shared = isShared(user);
  const isPhone = useIsPhone();
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={styles.user} aria-label={t('shell:user.menu', { name: user.name })}>
          <span className={styles.initials} data-initials={initialsOf(user.name)} aria-hidden />
          {!shared && <span className={styles.userName}>{user.name}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {!shared && (
          <>
            <Menu.Label className={styles.email}>{user.email}</Menu.Label>
            {GROUPS.flatMap((group) => menuEntries(group, signedIn)).map(({ path, label, icon: Icon }) => (
              <Menu.Item
                key={path}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => void navigate(path)}
              >
                {t(label)}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        {isPhone && <SchemeItem />}
        <Menu.Item
          leftSection={<LogOut size={16} aria-hidden />}
          onClick={() => void session.signOut(new AbortController().signal)}
        >
          {t('shell:user.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * One or two letters that stand for a user.
 * @example initialsOf('Maria das Dores Silva') // 'MS'
 */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${Array.from(first)[0] ?? '?'}${Array.from(last)[0] ?? ''}`.toUpperCase();
}
