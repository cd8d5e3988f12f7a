import { KNOWN_ATTRIBUTES, type NotificationRule } from '@rastro/fleet';
import type { Answer, ApiFailure, TrackingClient } from '@rastro/tracking-client';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { EditorPanel } from '../../kernel/screens/editor-panel.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEditorTexts } from '../../kernel/screens/manager-texts.ts';
import { useEntityForm } from '../../kernel/screens/use-entity-form.ts';
import { useEntityRights } from '../../kernel/screens/use-entity-rights.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { AttributesGroup } from '../../ui/attributes-group.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import styles from '../../ui/form.module.css';
import { ChannelTest } from './channel-test.tsx';
import { RULE_GROUPS, useRuleFields } from './rule-fields.tsx';
import { PlayButton, RulePreview } from './rule-preview.tsx';
import { changedRule, ruleValues, type RuleValues } from './rule-values.ts';
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
  const { ruleId } = useParams();
  return (
    <EntityScreen
      id={ruleId}
      query={useRules()}
      blank={NEW}
      texts={useEditorTexts('notifications:')}
      back={LIST}
    >
      {(rule) => <RuleEditor rule={rule} />}
    </EntityScreen>
  );
}

function RuleEditor({ rule }: { readonly rule: NotificationRule }) {
  const { t } = useTranslation(['notifications', 'events', 'common']);
  const form = useRuleForm(rule);
  const { values, isNew, mayEdit, change } = form;
  const name = rule.description ?? t(`events:kind.${rule.type}`);
  return (
    <EditorPanel form={form} title={isNew ? t('notifications:newTitle') : name}>
      <FieldGroup form={form} names={RULE_GROUPS.rule} />
      {!isNew && (
        <p className={styles.group}>
          <span>
            <LinksButton subject={{ kind: 'notification', id: rule.id, name }} />
          </span>
        </p>
      )}
      <ChannelTest channels={values.channels} />
      <FieldGroup
        form={form}
        legend={t('notifications:look.title')}
        lead={<RulePreview values={values} />}
        names={RULE_GROUPS.look}
      >
        {values.sound !== 'mute' && <PlayButton values={values} />}
      </FieldGroup>
      <FieldGroup form={form} legend={t('notifications:escalation.title')} names={RULE_GROUPS.escalation} />
      <AttributesGroup
        mayEdit={mayEdit}
        known={KNOWN_ATTRIBUTES.notification}
        drafts={values.attributes}
        onChange={(attributes) => change({ attributes })}
      />
    </EditorPanel>
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

function useRuleForm(rule: NotificationRule) {
  const { client } = useServices();
  const { brand } = useSignedIn().branding;
  const links = useRuleLinks();
  // Not known is left to the server.
  const isLinked = rule.id > 0 && !notifiesNobody({ ...rule, always: false }, links);
  return useEntityForm<NotificationRule, RuleValues>({
    ...useEntityRights('notifications', rule.id),
    saved: rule,
    callsOf: ({ deviceIds }) => withVehicles(client, deviceIds),
    listKey: RULES_KEY,
    list: LIST,
    valuesOf: (saved) => ruleValues(saved, brand),
    changed: (saved, now) => changedRule(saved, now, brand),
    fields: useRuleFields(rule.id, isLinked),
    deletion: useEditorTexts('notifications:').deletion,
  });
}
