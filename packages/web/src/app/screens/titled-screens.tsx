import { useTranslation } from 'react-i18next';
import { Outlet, useMatches } from 'react-router';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { titleIn } from './screen-handle.ts';

/** All screens. Names the tab after the open one until its own heading is there, or while it has none, as the map. */
export function TitledScreens() {
  // Texts of an area come after its screen was opened.
  const { t, i18n } = useTranslation('common', { bindI18n: 'languageChanged loaded' });
  const title = titleIn(useMatches().at(-1)?.handle);
  useScreenTitle(title !== null && i18n.exists(title) ? t(title) : '', true);
  return <Outlet />;
}
