import type { Theme } from '@rastro/fleet';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { ThemeEditor } from './theme-editor.tsx';

const ROW_PX = 48;
const QUERY = ['theme'];

/** Theme of the product on the domains of a reseller, or of the installation. */
export function ThemePanel() {
  const { t } = useTranslation('theme');
  return (
    <Panel title={t('theme:title')} expandable tall wide>
      <Loaded />
    </Panel>
  );
}

function Loaded() {
  const { t } = useTranslation('theme');
  const failureText = useFailureText();
  const { extension } = useServices();
  const queries = useQueryClient();
  const [done, setDone] = useState<{ readonly at: number; readonly text: string | null }>({
    at: 0,
    text: null,
  });
  const { data, error, refetch } = useQuery<Theme>({
    queryKey: QUERY,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => valueOf(await extension.theme.read(signal)),
  });
  const store = (theme: Theme): void => void queries.setQueryData(QUERY, theme);
  if (data !== undefined)
    return (
      <ThemeEditor
        // What was published or undone is what the fields begin with again.
        key={done.at}
        theme={data}
        done={done.text}
        onTheme={store}
        onAgain={(theme, text) => {
          store(theme);
          setDone(({ at }) => ({ at: at + 1, text }));
        }}
      />
    );
  if (error === null) return <ListLoading rowPx={ROW_PX} />;
  return (
    <ListMessage
      role="alert"
      icon={<CloudOff strokeWidth={1.25} aria-hidden />}
      title={t('theme:failed')}
      text={failureText(failureIn(error))}
      action={{ label: t('common:list.retry'), onClick: () => void refetch() }}
    />
  );
}
