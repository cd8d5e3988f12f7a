import { managesUsers, type Group, type ServerSettings } from '@rastro/fleet';
import { nearestScoreSettings, SCORE_ATTRIBUTE, scoreSettingsText } from '@rastro/fleet/scores';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { SCORES_KEY } from '../../../kernel/queries/use-ranking.ts';
import { useWrite, type Write } from '../../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';

const GROUPS_KEY = ['groups'] as const;

/** Settings of scores are for those who manage users: the server asks for the same. */
export function useMaySetScores(): boolean {
  const { user, branding } = useSignedIn();
  const { may, isReadonly } = useRights();
  return !isReadonly && managesUsers(user, branding.brand) && may('groups.edit');
}

/** Where settings are stored: a group with all below, or with 0 the server, for all vehicles. */
export interface ScoreTarget {
  readonly groupId: number;
  /** Null = all vehicles. */
  readonly name: string | null;
  /** Text of the settings that count there. */
  readonly inForce: string;
  /** The same without what is stored there itself. */
  readonly above: string;
}

/** Places that the user may set; undefined until they are known. */
export function useScoreTargets(): readonly ScoreTarget[] | undefined {
  const { client } = useServices();
  const { user, server } = useSignedIn();
  const { data: groups } = useQuery<readonly Group[]>({
    queryKey: GROUPS_KEY,
    queryFn: async ({ signal }) => valueOf(await client.groups.list({}, signal)),
  });
  if (groups === undefined) return undefined;
  const ofServer = server.server.attributes[SCORE_ATTRIBUTE];
  const byId = new Map(groups.map((group) => [group.id, group]));
  const textOf = (texts: readonly unknown[]): string => scoreSettingsText(nearestScoreSettings(texts));
  const chainOf = (group: Group): readonly unknown[] => {
    const texts: unknown[] = [];
    const seen = new Set<number>();
    for (let at: Group | undefined = group; at && !seen.has(at.id); at = byId.get(at.groupId)) {
      seen.add(at.id);
      texts.push(at.attributes[SCORE_ATTRIBUTE]);
    }
    return [...texts, ofServer];
  };
  const all: ScoreTarget = { groupId: 0, name: null, inForce: textOf([ofServer]), above: textOf([]) };
  const own = groups
    .map((group): ScoreTarget => {
      const texts = chainOf(group);
      return { groupId: group.id, name: group.name, inForce: textOf(texts), above: textOf(texts.slice(1)) };
    })
    .toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '', undefined, { numeric: true }));
  return user.administrator ? [all, ...own] : own;
}

interface SavedSettings {
  readonly target: ScoreTarget;
  /** Null = it has none of its own any more. */
  readonly text: string | null;
}

/** Stores settings; scores are read again. What it writes begins with what is stored now. */
export function useSaveScores(): Write<SavedSettings, ServerSettings | Group> {
  const { client, session } = useServices();
  const queries = useQueryClient();
  return useWrite<SavedSettings, ServerSettings | Group>(
    async ({ target, text }, signal) => {
      const changed = (attributes: Group['attributes']): Group['attributes'] => {
        const { [SCORE_ATTRIBUTE]: _before, ...others } = attributes;
        return text === null ? others : { ...others, [SCORE_ATTRIBUTE]: text };
      };
      if (target.groupId === 0) {
        const fresh = await client.server.read(signal);
        if (!fresh.ok) return fresh;
        const { server } = fresh.value;
        const written = await client.server.update(
          { ...server, attributes: changed(server.attributes) },
          signal,
        );
        if (written.ok) session.setServer(written.value);
        return written;
      }
      const fresh = await client.groups.read(target.groupId, signal);
      if (!fresh.ok) return fresh;
      const attributes = changed(fresh.value.attributes);
      const written = await client.groups.update({ ...fresh.value, attributes }, signal);
      if (written.ok) await queries.invalidateQueries({ queryKey: GROUPS_KEY });
      return written;
    },
    { touches: SCORES_KEY },
  );
}
