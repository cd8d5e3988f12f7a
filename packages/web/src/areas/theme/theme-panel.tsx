import type { Theme } from '@rastro/fleet';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { Loaded } from '../../kernel/screens/loaded.tsx';
import { useServices } from '../../kernel/services.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ThemeEditor } from './theme-editor.tsx';

const QUERY = ['theme'];

/** Theme of the product on the domains of a reseller, or of the installation. */
export function ThemePanel() {
  const { t } = useTranslation('theme');
  return (
    <Panel title={t('theme:title')} expandable tall wide>
      <ThemeOfBrand />
    </Panel>
  );
}

function ThemeOfBrand() {
  const { t } = useTranslation('theme');
  const { extension } = useServices();
  const queries = useQueryClient();
  const [done, setDone] = useState<{ readonly at: number; readonly text: string | null }>({
    at: 0,
    text: null,
  });
  const query = useQuery<Theme>({
    queryKey: QUERY,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => valueOf(await extension.theme.read(signal)),
  });
  const store = (theme: Theme): void => void queries.setQueryData(QUERY, theme);
  return (
    <Loaded query={query} failed={t('theme:failed')}>
      {(theme) => (
        <ThemeEditor
          // What was published or undone is what the fields begin with again.
          key={done.at}
          theme={theme}
          done={done.text}
          onTheme={store}
          onAgain={(next, text) => {
            store(next);
            setDone(({ at }) => ({ at: at + 1, text }));
          }}
        />
      )}
    </Loaded>
  );
}
