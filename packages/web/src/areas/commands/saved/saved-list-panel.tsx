import type { SavedCommand } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { SquareTerminal, Star } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { ListPanel } from '../../../kernel/screens/list-panel.tsx';
import { useFound } from '../../../kernel/screens/use-found.ts';
import { useListText } from '../../../kernel/screens/use-list-text.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import list from '../../../ui/list/list.module.css';
import { commandRights } from '../command-rights.ts';
import { useCommandName } from '../use-command-name.ts';
import { useFavourites } from '../../../kernel/favourites/use-favourites.ts';
import { favouritesFirst } from '../favourites-first.ts';

/** Ends no key of the commands of a vehicle, which begin with the same word and its id. */
export const SAVED_KEY = ['savedCommands'] as const;
const ROW_PX = 54;

/** The saved commands that the user may see. */
export function useSavedCommands(): UseQueryResult<readonly SavedCommand[]> {
  const { client } = useServices();
  return useQuery<readonly SavedCommand[]>({
    queryKey: [...SAVED_KEY, 'all'],
    queryFn: async ({ signal }) => valueOf(await client.savedCommands.list({}, signal)),
  });
}

const titleOf = ({ description }: SavedCommand): string => description;

/** Saved commands, found by words in title and type. */
export function SavedListPanel() {
  const { t } = useTranslation('commands');
  const nameOf = useCommandName();
  const { may, isReadonly } = useRights();
  const mayOwn = commandRights(useSignedIn()).ownCommands;
  const commands = useSavedCommands();
  const [text, setText] = useListText();
  const searchTextOf = useCallback(
    ({ description, type }: SavedCommand) => `${description}\n${nameOf({ type })}`,
    [nameOf],
  );
  const found = useFound(commands.data, text, { searchTextOf, nameOf: titleOf });
  const { ids: favourites } = useFavourites('commands');
  const visibleCommands = useMemo(() => favouritesFirst(found, favourites), [found, favourites]);
  const byId = useMemo(
    () => new Map(visibleCommands.map((command) => [command.id, command])),
    [visibleCommands],
  );
  const ids = useMemo(() => [...byId.keys()], [byId]);
  const mayCreate = !isReadonly && mayOwn && may('commands.create');
  return (
    <ListPanel
      title={t('commands:manager.title')}
      query={commands}
      ids={ids}
      search={{ label: t('commands:manager.search'), text, onChange: setText }}
      texts={{
        failed: t('commands:manager.failed'),
        notFound: t('commands:manager.notFound'),
        notFoundText: t('commands:manager.notFoundText'),
      }}
      empty={{
        icon: SquareTerminal,
        title: t('commands:manager.empty'),
        text: t('commands:manager.emptyText'),
      }}
      notices={{
        saved: t('commands:manager.notice.saved'),
        deleted: t('commands:manager.notice.deleted'),
      }}
      create={mayCreate ? { label: t('commands:manager.new'), path: '/commands/new' } : null}
      prefix="command"
      rowPx={ROW_PX}
      pathOf={(id) => `/commands/${id}`}
    >
      {(id) => {
        const command = byId.get(id);
        return command === undefined ? null : (
          <SavedLine command={command} isFavourite={favourites.has(id)} />
        );
      }}
    </ListPanel>
  );
}

function SavedLine({
  command: { description, type, textChannel },
  isFavourite,
}: {
  readonly command: SavedCommand;
  readonly isFavourite: boolean;
}) {
  const { t } = useTranslation('commands');
  const name = useCommandName()({ type });
  return (
    <>
      <span className={list.names}>
        <span className={list.name}>{description}</span>
        <span className={list.detail}>
          {textChannel ? t('commands:manager.bySms', { type: name }) : name}
        </span>
      </span>
      {isFavourite && <Star size={15} fill="currentColor" role="img" aria-label={t('common:favourite')} />}
    </>
  );
}
