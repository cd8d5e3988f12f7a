import { Tooltip } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { MenuEntry } from '../screens/menu-entries.ts';
import styles from './side-menu.module.css';

export interface SideMenuProps {
  readonly entries: readonly MenuEntry[];
  /** Wide with names; closed it is a rail of icons, or, as an overlay, not there. */
  readonly open: boolean;
  readonly overlay: boolean;
  readonly onClose: () => void;
}

export function SideMenu({ entries, open, overlay, onClose }: SideMenuProps) {
  const { t } = useTranslation('shell');
  const menu = useRef<HTMLElement>(null);
  const current = currentEntry(entries, useLocation().pathname);
  const isVisible = open || !overlay;

  useEffect(() => {
    if (overlay && open) menu.current?.querySelector('a')?.focus();
  }, [overlay, open]);
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (overlay && event.key === 'Escape') onClose();
  };

  return (
    <>
      {overlay && open && <div className={styles.shade} onClick={onClose} aria-hidden />}
      {/* Escape anywhere in it closes it; it bubbles up from the links. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <nav
        ref={menu}
        className={styles.menu}
        data-open={open}
        data-overlay={overlay}
        inert={!isVisible}
        aria-label={t('shell:menu.label')}
        onKeyDown={closeOnEscape}
      >
        <ul className={styles.list}>
          {entries.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <Tooltip label={t(label)} withinPortal={false} position="right" disabled={open}>
                <Link
                  to={path}
                  className={styles.entry ?? ''}
                  aria-label={t(label)}
                  aria-current={path === current ? 'page' : undefined}
                  onClick={() => overlay && onClose()}
                >
                  <Icon className={styles.icon} size={20} strokeWidth={1.75} aria-hidden />
                  <span className={styles.label}>{t(label)}</span>
                </Link>
              </Tooltip>
            </li>
          ))}
        </ul>
        <p className={styles.version} title={t('common:versionLabel', { version: t('common:version') })}>
          {open ? t('common:versionLabel', { version: t('common:version') }) : t('common:version')}
        </p>
      </nav>
    </>
  );
}

/** The entry whose screen, or whose part, is open: the longest address that fits. */
function currentEntry(entries: readonly MenuEntry[], pathname: string): string | null {
  const fitting = entries
    .map(({ path }) => path)
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`));
  return fitting.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
