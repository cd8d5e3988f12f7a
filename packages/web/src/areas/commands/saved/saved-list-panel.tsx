import type { SavedCommand } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { SquareTerminal, Star } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { EntityList } from '../../../kernel/screens/entity-list.tsx';
import { useListTexts } from '../../../kernel/screens/manager-texts.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import list from '../../../ui/list/list.module.css';
import { commandRights } from '../command-rights.ts';
import { useCommandName } from '../use-command-name.ts';
import { useFavourites } from '../../../kernel/favourites/use-favourites.ts';
import { favouritesFirst } from '../favourites-first.ts';

/** Ends no key of the commands of a vehicle, which begin with the same word and its id. */
export const SAVED_KEY = ['savedCommands'] as const;

/** The saved commands that the user may see. */
export function useSavedCommands(): UseQueryResult<readonly SavedCommand[]> {
  const { client } = useServices();
  return useQuery<readonly SavedCommand[]>({
    queryKey: [...SAVED_KEY, 'all'],
    queryFn: async ({ signal }) => valueOf(await client.savedCommands.list({}, signal)),
  });
}

const titleOf = ({ description }: SavedCommand): string => description;

/** Saved commands, found by words in title and type; favourites first. */
export function SavedListPanel() {
  const { t } = useTranslation('commands');
  const nameOf = useCommandName();
  const { may, isReadonly } = useRights();
  const mayOwn = commandRights(useSignedIn()).ownCommands;
  const searchTextOf = useCallback(
    ({ description, type }: SavedCommand) => `${description}\n${nameOf({ type })}`,
    [nameOf],
  );
  const { ids: favourites } = useFavourites('commands');
  const arrange = useCallback(
    (found: readonly SavedCommand[]) => favouritesFirst(found, favourites),
    [favourites],
  );
  const mayCreate = !isReadonly && mayOwn && may('commands.create');
  return (
    <EntityList
      texts={useListTexts('commands:manager.')}
      icon={SquareTerminal}
      query={useSavedCommands()}
      nameOf={titleOf}
      searchTextOf={searchTextOf}
      order={{ sorts: ['name'], labelOf: (sort) => sort, arrange }}
      create={mayCreate ? { label: t('commands:manager.new'), path: '/commands/new' } : null}
      prefix="command"
      rowPx={54}
      pathOf={(id) => `/commands/${id}`}
    >
      {(command) => <SavedLine command={command} isFavourite={favourites.has(command.id)} />}
    </EntityList>
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
