import { FIELD_LIMITS, KNOWN_ATTRIBUTES, type Group } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import {
  isSpeedLimit,
  speedLimitText,
  withSpeedLimit,
  type SpeedWriting,
} from '../../kernel/formats/speed-limit.ts';
import { useDisplayChoices } from '../../kernel/formats/use-format.ts';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { EditorPanel } from '../../kernel/screens/editor-panel.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEditorTexts } from '../../kernel/screens/manager-texts.ts';
import { useEntityForm } from '../../kernel/screens/use-entity-form.ts';
import { useEntityRights } from '../../kernel/screens/use-entity-rights.ts';
import { ShareGroup } from '../../kernel/sharing/share-group.tsx';
import { useServices } from '../../kernel/services.tsx';
import { attributeDrafts, attributesOf, type AttributeDraft } from '../../ui/attributes-field.tsx';
import { AttributesGroup } from '../../ui/attributes-group.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import { optionsOf } from '../../ui/fields/options-of.ts';
import styles from '../../ui/form.module.css';
import { possibleParents, type GroupRow } from './group-tree.ts';
import { GROUPS_KEY, useGroupTree } from './use-groups.ts';

const LIST = '/groups';
const NEW: Group = { id: 0, name: '', groupId: 0, attributes: {} };

/** One group: name, place in the tree, attributes, what it is linked with. */
export function GroupPanel() {
  const { groupId } = useParams();
  const { rows, groups } = useGroupTree();
  return (
    <EntityScreen
      id={groupId}
      query={groups}
      blank={NEW}
      requiresList
      texts={useEditorTexts('groups:')}
      back={LIST}
    >
      {(group) => <GroupEditor group={group} rows={rows} />}
    </EntityScreen>
  );
}

interface GroupValues {
  readonly name: string;
  readonly groupId: number;
  /** In the user's unit; empty = no limit. */
  readonly speedLimit: string;
  readonly attributes: readonly AttributeDraft[];
}
/** They have a field of their own. */
const NAMED: ReadonlySet<string> = new Set(['speedLimit']);
const KNOWN = KNOWN_ATTRIBUTES.group.filter((name) => !NAMED.has(name));
const groupValues = ({ name, groupId, attributes }: Group, writing: SpeedWriting): GroupValues => ({
  name,
  groupId,
  speedLimit: speedLimitText(attributes, writing),
  attributes: attributeDrafts(attributes, NAMED),
});
function changedGroup(group: Group, values: GroupValues, writing: SpeedWriting): Group {
  const named = Object.entries(group.attributes).filter(([name]) => NAMED.has(name));
  const attributes = { ...Object.fromEntries(named), ...attributesOf(values.attributes) };
  return {
    ...group,
    name: values.name.trim(),
    groupId: values.groupId,
    attributes: withSpeedLimit(attributes, values.speedLimit, writing),
  };
}

/** Language and unit in which the current user types speeds. */
function useSpeedWriting(): SpeedWriting {
  const { speedUnit: unit, language } = useDisplayChoices();
  return useMemo(() => ({ unit, language }), [unit, language]);
}

function useGroupForm(group: Group, rows: readonly GroupRow[]) {
  const { t } = useTranslation(['groups', 'common']);
  const { client } = useServices();
  const writing = useSpeedWriting();
  const devices = rows.find((row) => row.group.id === group.id)?.devices ?? { own: 0, below: 0 };
  // Neither below itself nor below what is below it.
  const parents = possibleParents(rows, group.id).map(({ depth, group: { id, name } }) => ({
    id,
    name: `${'\u2003'.repeat(depth)}${name}`,
  }));
  const form = useEntityForm<Group, GroupValues>({
    ...useEntityRights('groups', group.id),
    saved: group,
    callsOf: () => client.groups,
    listKey: GROUPS_KEY,
    list: LIST,
    valuesOf: (saved) => groupValues(saved, writing),
    changed: (saved, now) => changedGroup(saved, now, writing),
    deletion: useEditorTexts('groups:', { name: group.name, count: devices.own }).deletion,
    fields: ({ groupId, speedLimit }) => ({
      name: {
        kind: 'text',
        label: t('groups:name'),
        required: t('groups:nameRequired'),
        maxLength: FIELD_LIMITS.group.name,
      },
      groupId: {
        kind: 'select',
        label: t('groups:parent'),
        options: optionsOf(parents, groupId, {
          none: t('groups:noParent'),
          foreign: t('groups:unknownParent', { id: groupId }),
        }),
      },
      speedLimit: {
        kind: 'text',
        label: t('groups:speedLimit', { unit: t(`common:speedUnit.${writing.unit}`) }),
        hint: t('groups:speedHint'),
        problem: !isSpeedLimit(speedLimit, writing) && t('groups:speedInvalid'),
        input: { inputMode: 'decimal', autoComplete: 'off' },
      },
    }),
  });
  return { form, hasDevices: devices.below > 0 };
}

function GroupEditor({ group, rows }: { readonly group: Group; readonly rows: readonly GroupRow[] }) {
  const { t } = useTranslation('groups');
  const { form, hasDevices } = useGroupForm(group, rows);
  return (
    <EditorPanel form={form} title={form.isNew ? t('groups:newTitle') : group.name}>
      <FieldGroup form={form} />
      {!form.isNew && (
        <div className={styles.group}>
          <span className={styles.more}>
            <LinksButton subject={{ kind: 'group', id: group.id, name: group.name }} />
            {hasDevices && <ShareGroup group={group} />}
          </span>
        </div>
      )}
      <AttributesGroup
        mayEdit={form.mayEdit}
        known={KNOWN}
        drafts={form.values.attributes}
        onChange={(attributes) => form.change({ attributes })}
      />
    </EditorPanel>
  );
}
