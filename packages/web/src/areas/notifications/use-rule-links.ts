import { groupBranch, type Group, type NotificationRule } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFleetList } from '../../kernel/fleet/fleet-context.tsx';
import { LINKS_KEY } from '../../kernel/links/use-linkables.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';

/** Users and objects linked to the rules, by rule id. */
export interface RuleLinks {
  readonly devices: ReadonlyMap<number, readonly number[]>;
  readonly groups: ReadonlyMap<number, readonly number[]>;
  readonly users: ReadonlyMap<number, readonly number[]>;
}
type Owner = 'device' | 'group' | 'user';

/** Links of all rules; undefined until they are known, or where they may not be read. */
export function useRuleLinks(): RuleLinks | undefined {
  const { client } = useServices();
  const { data } = useQuery<RuleLinks>({
    queryKey: [...LINKS_KEY, 'ofRules'],
    queryFn: async ({ signal }) => {
      const linked = async (owner: Owner) => {
        const like = { owner: [`${owner}Id`, 0], property: ['notificationId', 0] } as const;
        const byRule = new Map<number, number[]>();
        for (const pair of valueOf(await client.permissions.list(like, signal))) {
          const [rule = 0, id = 0] = [pair['notificationId'], pair[`${owner}Id`]];
          byRule.set(rule, [...(byRule.get(rule) ?? []), id]);
        }
        return byRule;
      };
      const [devices, groups, users] = await Promise.all([linked('device'), linked('group'), linked('user')]);
      return { devices, groups, users };
    },
  });
  return data;
}

/** The rule is for certain devices, and none is linked: it never notifies anyone. */
export const notifiesNobody = ({ id, always }: NotificationRule, links: RuleLinks | undefined): boolean =>
  !always && links !== undefined && !links.devices.has(id) && !links.groups.has(id);

/** Number of vehicles and users that a rule reaches, with unsaved choices included; null = unknown. */
export function useRuleReach(
  ruleId: number,
  { always, deviceIds }: { readonly always: boolean; readonly deviceIds: readonly number[] },
): { readonly vehicles: number; readonly users: number } | null {
  const { client } = useServices();
  const { may } = useRights();
  const links = useRuleLinks();
  const { total } = useFleetList().counts;
  const groupIds = links?.groups.get(ruleId);
  const { data: inGroups } = useQuery<ReadonlySet<number>>({
    queryKey: [...LINKS_KEY, 'devicesOf', groupIds],
    enabled: groupIds !== undefined && may('groups.view'),
    queryFn: async ({ signal }) => {
      const [groups, devices] = await Promise.all([
        client.groups.list({}, signal).then(valueOf<readonly Group[]>),
        client.devices.list({}, signal).then(valueOf),
      ]);
      const wanted = new Set((groupIds ?? []).flatMap((id) => groupBranch(groups, id)));
      return new Set(devices.flatMap(({ id, groupId }) => (wanted.has(groupId) ? [id] : [])));
    },
  });
  return useMemo(() => {
    if (links === undefined) return null;
    // A new rule is its maker's.
    const users = Math.max(1, links.users.get(ruleId)?.length ?? 0);
    const named = new Set([...(links.devices.get(ruleId) ?? []), ...deviceIds, ...(inGroups ?? [])]);
    return { vehicles: always ? total : named.size, users };
  }, [links, ruleId, deviceIds, inGroups, always, total]);
}
