import { foldText, searchWords, type SavedCommand } from '@rastro/fleet';
import { Button } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CloudOff, Plus, SearchX, SquareTerminal } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { failureIn, valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import { ListBox, type ListBoxHandle } from '../../../ui/list/list-box.tsx';
import { ListLoading, ListMessage } from '../../../ui/list/list-state.tsx';
import list from '../../../ui/list/list.module.css';
import { SearchField } from '../../../ui/list/search-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { commandRights } from '../command-rights.ts';
import { useCommandName } from '../use-command-name.ts';

/** Ends no key of the commands of a vehicle, which begin with the same word and its id. */
export const SAVED_KEY = ['savedCommands'] as const;
const ROW_PX = 54;

/** The saved commands that the person may see. */
export function useSavedCommands(): UseQueryResult<readonly SavedCommand[]> {
  const { client } = useServices();
  return useQuery<readonly SavedCommand[]>({
    queryKey: [...SAVED_KEY, 'all'],
    queryFn: async ({ signal }) => valueOf(await client.savedCommands.list({}, signal)),
  });
}

/** Saved commands, found by words in title and type. */
export function SavedListPanel() {
  const { t, i18n } = useTranslation('commands');
  const navigate = useNavigate();
  const failureText = useFailureText();
  const nameOf = useCommandName();
  const { may, isReadonly } = useRights();
  const mayOwn = commandRights(useSignedIn()).ownCommands;
  const commands = useSavedCommands();
  const box = useRef<ListBoxHandle>(null);
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const text = search.get('q') ?? '';
  const byId = useMemo(
    () => new Map(commands.data?.map((command) => [command.id, command])),
    [commands.data],
  );
  const ids = useMemo(() => {
    const words = searchWords(text);
    const { compare } = new Intl.Collator(i18n.language, { numeric: true, sensitivity: 'base' });
    return (commands.data ?? [])
      .filter(({ description, type }) => {
        const folded = foldText(`${description}\n${nameOf({ type })}`);
        return words.every((word) => folded.includes(word));
      })
      .toSorted((a, b) => compare(a.description, b.description))
      .map(({ id }) => id);
  }, [commands.data, text, i18n.language, nameOf]);
  const setText = (value: string): void =>
    setSearch(
      (old) => {
        if (value === '') old.delete('q');
        else old.set('q', value);
        return old;
      },
      { replace: true },
    );
  const notice = (state as { readonly notice?: 'saved' | 'deleted' } | null)?.notice;
  return (
    <Panel
      title={t('commands:manager.title')}
      badge={
        !isReadonly &&
        mayOwn &&
        may('commands.create') && (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<Plus size={15} aria-hidden />}
            onClick={() => void navigate('/commands/new')}
          >
            {t('commands:manager.new')}
          </Button>
        )
      }
    >
      <p className={list.notice} role="status">
        {notice !== undefined && t(`commands:manager.notice.${notice}`)}
      </p>
      <div className={list.tools}>
        <SearchField
          label={t('commands:manager.search')}
          value={text}
          onChange={setText}
          onDown={() => box.current?.focus()}
        />
      </div>
      {commands.data === undefined && commands.error !== null ? (
        <ListMessage
          role="alert"
          icon={<CloudOff strokeWidth={1.25} aria-hidden />}
          title={t('commands:manager.failed')}
          text={failureText(failureIn(commands.error))}
          action={{ label: t('common:list.retry'), onClick: () => void commands.refetch() }}
        />
      ) : commands.data === undefined ? (
        <ListLoading rowPx={ROW_PX} />
      ) : ids.length > 0 ? (
        <ListBox
          ref={box}
          label={t('commands:manager.title')}
          prefix="command"
          keys={ids}
          rowPx={ROW_PX}
          onOpen={(id) => void navigate(`/commands/${id}`)}
        >
          {(id) => {
            const command = byId.get(id);
            return command === undefined ? null : (
              <span className={list.names}>
                <span className={list.name}>{command.description}</span>
                <span className={list.detail}>
                  {command.textChannel
                    ? t('commands:manager.bySms', { type: nameOf({ type: command.type }) })
                    : nameOf({ type: command.type })}
                </span>
              </span>
            );
          }}
        </ListBox>
      ) : text.trim() === '' ? (
        <ListMessage
          icon={<SquareTerminal strokeWidth={1.25} aria-hidden />}
          title={t('commands:manager.empty')}
          text={t('commands:manager.emptyText')}
        />
      ) : (
        <ListMessage
          icon={<SearchX strokeWidth={1.25} aria-hidden />}
          title={t('commands:manager.notFound')}
          text={t('commands:manager.notFoundText')}
          action={{ label: t('common:list.clear'), onClick: () => setText('') }}
        />
      )}
    </Panel>
  );
}
