import { channelsIn, type NotificationRule } from '@rastro/fleet';
import { Button } from '@mantine/core';
import { BellRing, ListChecks } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { arrangedBy, byAge, EntityList } from '../../kernel/screens/entity-list.tsx';
import { useListTexts } from '../../kernel/screens/manager-texts.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { useFeature } from '../../kernel/use-feature.ts';
import list from '../../ui/list/list.module.css';
import styles from './notifications.module.css';
import { notifiesNobody, useRuleLinks } from './use-rule-links.ts';
import { useChannelName, useRules } from './use-rules.ts';

/** Returns the name of a rule. */
function useRuleName(): (rule: NotificationRule) => string {
  const { t } = useTranslation(['notifications', 'events', 'attributes']);
  return useCallback(
    ({ type, description, attributes: { alarms } }) => {
      if (description !== null && description !== '') return description;
      if (type !== 'alarm' || typeof alarms !== 'string') return t(`events:kind.${type}`);
      const names = alarms.split(',').map((name) => t(`attributes:alarm.${name.trim()}`, name.trim()));
      return `${t('events:kind.alarm')}: ${names.join(', ')}`;
    },
    [t],
  );
}

const SORTS = ['name', 'type', 'newest'] as const;
const arrange = arrangedBy<NotificationRule, (typeof SORTS)[number]>({
  name: null,
  type: (a, b) => a.type.localeCompare(b.type),
  newest: byAge,
});

/** Link to the log of sent messages. */
function LogButton() {
  const { t } = useTranslation('notifications');
  return (
    <Button
      className={styles['toLog'] ?? ''}
      component={Link}
      to="/notifications/deliveries"
      size="xs"
      variant="default"
      leftSection={<ListChecks size={15} aria-hidden />}
    >
      {t('notifications:log.title')}
    </Button>
  );
}

/** The rules of the user: about what, by which channels, for which vehicles. */
export function RuleListPanel() {
  const { t } = useTranslation(['notifications', 'events']);
  const { may, isReadonly } = useRights();
  const links = useRuleLinks();
  const nameOf = useRuleName();
  const searchTextOf = useCallback(
    (rule: NotificationRule) => `${nameOf(rule)}\n${t(`events:kind.${rule.type}`)}\n${rule.notificators}`,
    [nameOf, t],
  );
  const mayCreate = !isReadonly && may('notifications.create');
  return (
    <EntityList
      texts={useListTexts('notifications:')}
      icon={BellRing}
      query={useRules()}
      nameOf={nameOf}
      searchTextOf={searchTextOf}
      order={{ sorts: SORTS, labelOf: (sort) => t(`notifications:sort.${sort}`), arrange }}
      create={mayCreate ? { label: t('notifications:new'), path: '/notifications/new' } : null}
      above={useFeature('deliveries') ? <LogButton /> : null}
      prefix="rule"
      rowPx={58}
      pathOf={(id) => `/notifications/${id}`}
    >
      {(rule) => <RuleLine rule={rule} name={nameOf(rule)} isMute={notifiesNobody(rule, links)} />}
    </EntityList>
  );
}

interface RuleLineProps {
  readonly rule: NotificationRule;
  readonly name: string;
  /** Nothing is linked: it never notifies. */
  readonly isMute: boolean;
}

function RuleLine({ rule, name, isMute }: RuleLineProps) {
  const { t } = useTranslation('notifications');
  const channelName = useChannelName();
  const channels = channelsIn(rule.notificators).map(channelName).join(', ');
  return (
    <span className={list.names}>
      <span className={list.name}>{name}</span>
      <span className={list.detail}>
        {channels} ·{' '}
        {isMute ? (
          <strong className={styles.mute}>{t('notifications:always.nobody')}</strong>
        ) : (
          t(rule.always ? 'notifications:always.all' : 'notifications:always.linked')
        )}
      </span>
    </span>
  );
}
