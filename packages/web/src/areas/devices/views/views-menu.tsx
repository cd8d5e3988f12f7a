import { Menu } from '@mantine/core';
import { Bookmark, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOwnAttribute } from '../../../kernel/use-own-attribute.ts';
import { latePart } from '../../../ui/late-part.tsx';
import styles from '../../../ui/list/list.module.css';
import { readViews, VIEWS_ATTRIBUTE, writeViews, type SavedView } from './saved-views.ts';

const ViewsDialog = latePart('notice', async () => (await import('./views-dialog.tsx')).ViewsDialog);

const pathOf = ({ query }: SavedView): string => (query === '' ? '/devices' : `/devices?${query}`);

/** The saved views, each a link; and the way to save the present one. `query` = what the list shows now. */
export function ViewsMenu({ query }: { query: string }) {
  const { t } = useTranslation('views');
  const { value, save } = useOwnAttribute(VIEWS_ATTRIBUTE, 'views');
  const [isOpen, setOpen] = useState(false);
  const views = readViews(value);
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button type="button" className={styles.tool} aria-label={t('views:title')}>
            <Bookmark size={15} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('views:title')}</Menu.Label>
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              component={Link}
              to={pathOf(view)}
              {...(view.query === query && { 'aria-current': 'page' as const })}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<Settings2 size={15} aria-hidden />} onClick={() => setOpen(true)}>
            {t('views:manage')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <ViewsDialog
          views={views}
          query={query}
          onChange={(next) => save(writeViews(next))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
