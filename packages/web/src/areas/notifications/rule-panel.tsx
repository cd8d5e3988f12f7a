import { KNOWN_ATTRIBUTES, type NotificationRule } from '@rastro/fleet';
import type { Answer, ApiFailure, TrackingClient } from '@rastro/tracking-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEntityEditor } from '../../kernel/screens/use-entity-editor.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { AttributesGroup } from '../../ui/attributes-group.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import styles from '../../ui/form.module.css';
import { Panel } from '../../ui/panel.tsx';
import { ChannelTest } from './channel-test.tsx';
import { EscalationFields } from './escalation-fields.tsx';
import { EventStyleFields } from './event-style-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import { changedRule, checkRule, ruleValues, type RuleValues } from './rule-values.ts';
import { notifiesNobody, useRuleLinks } from './use-rule-links.ts';
import { RULES_KEY, useRules } from './use-rules.ts';

const LIST = '/notifications';
const NEW: NotificationRule = {
  id: 0,
  description: null,
  type: 'alarm',
  always: true,
  notificators: 'web',
  commandId: 0,
  calendarId: 0,
  attributes: { alarms: 'sos' },
};

/** One rule: about what, for which vehicles, by which channels, how it looks and sounds. */
export function RulePanel() {
  const { t } = useTranslation('notifications');
  const { ruleId } = useParams();
  return (
    <EntityScreen
      id={ruleId}
      query={useRules()}
      blank={NEW}
      title={t('notifications:one')}
      back={LIST}
      gone={t('notifications:gone')}
    >
      {(rule) => <RuleEditor rule={rule} />}
    </EntityScreen>
  );
}

function RuleEditor({ rule }: { readonly rule: NotificationRule }) {
  const { t } = useTranslation(['notifications', 'events', 'common']);
  const { brand } = useSignedIn().branding;
  const [values, setValues] = useState(() => ruleValues(rule, brand));
  const { mayEdit, form, question, isChecked, isLinked } = useRuleEditor(rule, values);
  const change = (part: Partial<RuleValues>): void => setValues((old) => ({ ...old, ...part }));
  const problems: ReturnType<typeof checkRule> = isChecked ? checkRule(values, isLinked) : new Set();
  const isNew = rule.id <= 0;
  const name = rule.description ?? t(`events:kind.${rule.type}`);
  const fields = { values, problems, mayEdit, onChange: change };
  return (
    <Panel title={isNew ? t('notifications:newTitle') : name} back={LIST} tall>
      <EntityForm {...form}>
        <RuleFields ruleId={rule.id} {...fields} />
        {!isNew && (
          <p className={styles.group}>
            <span>
              <LinksButton subject={{ kind: 'notification', id: rule.id, name }} />
            </span>
          </p>
        )}
        <ChannelTest channels={values.channels} />
        <EventStyleFields {...fields} />
        <EscalationFields {...fields} />
        <AttributesGroup
          mayEdit={mayEdit}
          known={KNOWN_ATTRIBUTES.notification}
          drafts={values.attributes}
          onChange={(attributes) => change({ attributes })}
        />
        {question}
      </EntityForm>
    </Panel>
  );
}

/** A rule is linked to the vehicles that were chosen with it: a new one once it is there, another before it is changed. */
function withVehicles(client: TrackingClient, deviceIds: readonly number[]) {
  const { notifications, permissions } = client;
  const link = async (ruleId: number, signal: AbortSignal): Promise<ApiFailure | null> => {
    if (deviceIds.length === 0) return null;
    const linked = await permissions.linkMany(
      deviceIds.map((id) => ({ owner: ['deviceId', id], property: ['notificationId', ruleId] }) as const),
      signal,
    );
    return linked.ok ? null : linked.error;
  };
  return {
    ...notifications,
    create: async (
      draft: Omit<NotificationRule, 'id'>,
      signal: AbortSignal,
    ): Promise<Answer<NotificationRule>> => {
      const made = await notifications.create(draft, signal);
      if (!made.ok) return made;
      const error = await link(made.value.id, signal);
      if (error === null) return made;
      // Without its vehicles it would notify nobody: the incomplete rule is removed.
      await notifications.remove(made.value.id, signal);
      return { ok: false, error };
    },
    update: async (rule: NotificationRule, signal: AbortSignal): Promise<Answer<NotificationRule>> => {
      const error = await link(rule.id, signal);
      return error === null ? notifications.update(rule, signal) : { ok: false, error };
    },
  };
}

function useRuleEditor(rule: NotificationRule, values: RuleValues) {
  const { t } = useTranslation('notifications');
  const { client } = useServices();
  const { brand } = useSignedIn().branding;
  const { may, isReadonly } = useRights();
  const links = useRuleLinks();
  // Not known is left to the server.
  const isLinked = rule.id > 0 && !notifiesNobody({ ...rule, always: false }, links);
  const mayEdit = !isReadonly && may(rule.id <= 0 ? 'notifications.create' : 'notifications.edit');
  const editor = useEntityEditor({
    saved: rule,
    calls: withVehicles(client, values.deviceIds),
    listKey: RULES_KEY,
    list: LIST,
    values,
    valuesOf: (saved) => ruleValues(saved, brand),
    changed: (saved, now) => changedRule(saved, now, brand),
    isWrong: (now) => checkRule(now, isLinked).size > 0,
    mayEdit,
    deletion:
      isReadonly || !may('notifications.delete')
        ? null
        : {
            label: t('notifications:delete.start'),
            title: t('notifications:delete.title'),
            text: t('notifications:delete.text'),
          },
  });
  return { ...editor, mayEdit, isLinked };
}
