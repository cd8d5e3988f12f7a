import { channelsIn, type NotificationRule } from '@rastro/fleet';
import { Button } from '@mantine/core';
import { BellRing, ListChecks } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ListPanel } from '../../kernel/screens/list-panel.tsx';
import { useFound } from '../../kernel/screens/use-found.ts';
import { useListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { useFeature } from '../../kernel/use-feature.ts';
import list from '../../ui/list/list.module.css';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import styles from './notifications.module.css';
import { notifiesNobody, useRuleLinks } from './use-rule-links.ts';
import { useChannelName, useRules } from './use-rules.ts';

const ROW_PX = 58;
const SORTS = ['name', 'type', 'newest'] as const;

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

type RuleText = (rule: NotificationRule) => string;

/** The matching rules, in the order of the address. */
function useFilteredRules(
  rules: readonly NotificationRule[] | undefined,
  text: string,
  texts: { readonly searchTextOf: RuleText; readonly nameOf: RuleText },
) {
  const found = useFound(rules, text, texts);
  const { sort, isDown, choose } = useListSort(SORTS);
  const visibleRules = useMemo(() => {
    const ordered =
      sort === 'newest'
        ? found.toSorted((a, b) => b.id - a.id)
        : sort === 'type'
          ? found.toSorted((a, b) => a.type.localeCompare(b.type))
          : found;
    return isDown ? ordered.toReversed() : ordered;
  }, [found, sort, isDown]);
  return { visibleRules, sort, isDown, choose };
}

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
  const rules = useRules();
  const links = useRuleLinks();
  const [text, setText] = useListText();
  const nameOf = useRuleName();
  const searchTextOf = useCallback(
    (rule: NotificationRule) => `${nameOf(rule)}\n${t(`events:kind.${rule.type}`)}\n${rule.notificators}`,
    [nameOf, t],
  );
  const { visibleRules, sort, isDown, choose } = useFilteredRules(rules.data, text, { searchTextOf, nameOf });
  const byId = useMemo(() => new Map(visibleRules.map((rule) => [rule.id, rule])), [visibleRules]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  return (
    <ListPanel
      title={t('notifications:title')}
      query={rules}
      ids={ids}
      search={{ label: t('notifications:search'), text, onChange: setText }}
      texts={{
        failed: t('notifications:failed'),
        notFound: t('notifications:notFound'),
        notFoundText: t('notifications:notFoundText'),
      }}
      empty={{ icon: BellRing, title: t('notifications:empty'), text: t('notifications:emptyText') }}
      notices={{ saved: t('notifications:notice.saved'), deleted: t('notifications:notice.deleted') }}
      create={
        !isReadonly && may('notifications.create')
          ? { label: t('notifications:new'), path: '/notifications/new' }
          : null
      }
      above={useFeature('deliveries') ? <LogButton /> : null}
      tools={
        <SortMenu
          fields={SORTS.map((name) => ({ name, label: t(`notifications:sort.${name}`) }))}
          field={sort}
          isDown={isDown}
          onChoose={choose}
        />
      }
      prefix="rule"
      rowPx={ROW_PX}
      pathOf={(id) => `/notifications/${id}`}
    >
      {(id) => {
        const rule = byId.get(id);
        return rule === undefined ? null : (
          <RuleLine rule={rule} name={nameOf(rule)} isMute={notifiesNobody(rule, links)} />
        );
      }}
    </ListPanel>
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
