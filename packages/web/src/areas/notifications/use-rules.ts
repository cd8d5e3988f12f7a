import type { NotificationRule, SavedCommand, User } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';

export const RULES_KEY = ['notifications'] as const;

/** The rules that the user may see. */
export function useRules(): UseQueryResult<readonly NotificationRule[]> {
  const { client } = useServices();
  return useQuery<readonly NotificationRule[]>({
    queryKey: [...RULES_KEY, 'rules'],
    queryFn: async ({ signal }) => valueOf(await client.notifications.list({}, signal)),
  });
}

/** The channels that this installation has. */
export function useChannels(): readonly string[] {
  const { client } = useServices();
  const { data } = useQuery<readonly string[]>({
    queryKey: ['notificators'],
    queryFn: async ({ signal }) => valueOf(await client.notifications.channels(signal)),
  });
  return data ?? [];
}

/** Saved commands that a rule may send. */
export function useRuleCommands(): readonly SavedCommand[] {
  const { client } = useServices();
  const { may } = useRights();
  const { data } = useQuery<readonly SavedCommand[]>({
    queryKey: ['savedCommands', 'ofRules'],
    enabled: may('commands.view'),
    queryFn: async ({ signal }) => valueOf(await client.savedCommands.list({}, signal)),
  });
  return data ?? [];
}

/** Users whom an escalation may notify. */
export function useRuleUsers(): readonly User[] {
  const { client } = useServices();
  const { may } = useRights();
  const { data } = useQuery<readonly User[]>({
    queryKey: ['users', 'ofRules'],
    enabled: may('users.view'),
    queryFn: async ({ signal }) => valueOf(await client.users.list({}, signal)),
  });
  return data ?? [];
}

/** Name of a channel; an unknown channel keeps its own name. */
export function useChannelName(): (channel: string) => string {
  const { t } = useTranslation('notifications');
  return (channel) => t(`notifications:channel.${channel}`, { defaultValue: channel });
}
