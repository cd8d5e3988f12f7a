import { KNOWN_ATTRIBUTES, type Group } from '@rastro/fleet';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import {
  isSpeedLimit,
  speedLimitText,
  withSpeedLimit,
  type SpeedWriting,
} from '../../kernel/formats/speed-limit.ts';
import { useSpeedWriting } from '../../kernel/formats/use-speed-writing.ts';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEntityEditor } from '../../kernel/screens/use-entity-editor.ts';
import { ShareGroup } from '../../kernel/sharing/share-group.tsx';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { attributeDrafts, attributesOf, type AttributeDraft } from '../../ui/attributes-field.tsx';
import { AttributesGroup } from '../../ui/attributes-group.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import styles from '../../ui/form.module.css';
import { Panel } from '../../ui/panel.tsx';
import { possibleParents, type GroupRow } from './group-tree.ts';
import { GROUPS_KEY, useGroupTree } from './use-groups.ts';

const LIST = '/groups';
/** The same on the server (`groupBody`). */
const MAX_LENGTH = 128;
const NEW: Group = { id: 0, name: '', groupId: 0, attributes: {} };

/** One group: name, place in the tree, attributes, what it is linked with. */
export function GroupPanel() {
  const { t } = useTranslation('groups');
  const { groupId } = useParams();
  const { rows, groups } = useGroupTree();
  return (
    <EntityScreen
      id={groupId}
      query={groups}
      blank={NEW}
      requiresList
      title={t('groups:one')}
      back={LIST}
      gone={t('groups:gone')}
    >
      {(group) => <GroupEditor group={group} rows={rows} />}
    </EntityScreen>
  );
}

interface GroupValues {
  readonly name: string;
  readonly parentId: number;
  /** In the user's unit; empty = no limit. */
  readonly speedLimit: string;
  readonly attributes: readonly AttributeDraft[];
}
/** They have a field of their own. */
const NAMED: ReadonlySet<string> = new Set(['speedLimit']);
const groupValues = ({ name, groupId, attributes }: Group, writing: SpeedWriting): GroupValues => ({
  name,
  parentId: groupId,
  speedLimit: speedLimitText(attributes, writing),
  attributes: attributeDrafts(attributes, NAMED),
});
function changedGroup(group: Group, values: GroupValues, writing: SpeedWriting): Group {
  const named = Object.entries(group.attributes).filter(([name]) => NAMED.has(name));
  const attributes = { ...Object.fromEntries(named), ...attributesOf(values.attributes) };
  return {
    ...group,
    name: values.name.trim(),
    groupId: values.parentId,
    attributes: withSpeedLimit(attributes, values.speedLimit, writing),
  };
}
const KNOWN = KNOWN_ATTRIBUTES.group.filter((name) => !NAMED.has(name));
type GroupField = 'name' | 'speedLimit';
const NO_PROBLEMS: ReadonlySet<GroupField> = new Set();
const checkGroup = ({ name, speedLimit }: GroupValues, writing: SpeedWriting): ReadonlySet<GroupField> =>
  new Set<GroupField>([
    ...(name.trim() === '' ? (['name'] as const) : []),
    ...(isSpeedLimit(speedLimit, writing) ? [] : (['speedLimit'] as const)),
  ]);

function GroupEditor({ group, rows }: { group: Group; rows: readonly GroupRow[] }) {
  const { t } = useTranslation('groups');
  const { client } = useServices();
  const { may, isReadonly } = useRights();
  const writing = useSpeedWriting();
  const [values, setValues] = useState(() => groupValues(group, writing));
  const isNew = group.id <= 0;
  const mayEdit = !isReadonly && may(isNew ? 'groups.create' : 'groups.edit');
  const devices = rows.find((row) => row.group.id === group.id)?.devices ?? { own: 0, below: 0 };
  const { form, question, isChecked } = useEntityEditor({
    saved: group,
    calls: client.groups,
    listKey: GROUPS_KEY,
    list: LIST,
    values,
    valuesOf: (saved) => groupValues(saved, writing),
    changed: (saved, now) => changedGroup(saved, now, writing),
    isWrong: (now) => checkGroup(now, writing).size > 0,
    mayEdit,
    deletion:
      isReadonly || !may('groups.delete')
        ? null
        : {
            label: t('groups:delete.start'),
            title: t('groups:delete.title', { name: group.name }),
            text: t('groups:delete.text', { count: devices.own }),
          },
  });
  const change = (part: Partial<GroupValues>): void => setValues((old) => ({ ...old, ...part }));
  return (
    <Panel title={isNew ? t('groups:newTitle') : group.name} back={LIST} tall>
      <EntityForm {...form}>
        <GroupFields
          group={group}
          rows={rows}
          values={values}
          problems={isChecked ? checkGroup(values, writing) : NO_PROBLEMS}
          writing={writing}
          mayEdit={mayEdit}
          onChange={change}
        />
        {!isNew && (
          <div className={styles.group}>
            <span className={styles.more}>
              <LinksButton subject={{ kind: 'group', id: group.id, name: group.name }} />
              {devices.below > 0 && <ShareGroup group={group} />}
            </span>
          </div>
        )}
        <AttributesGroup
          mayEdit={mayEdit}
          known={KNOWN}
          drafts={values.attributes}
          onChange={(attributes) => change({ attributes })}
        />
        {question}
      </EntityForm>
    </Panel>
  );
}

interface GroupFieldsProps {
  readonly group: Group;
  readonly rows: readonly GroupRow[];
  readonly values: GroupValues;
  readonly problems: ReadonlySet<GroupField>;
  readonly writing: SpeedWriting;
  readonly mayEdit: boolean;
  readonly onChange: (part: Partial<GroupValues>) => void;
}

function GroupFields({ group, rows, values, problems, writing, mayEdit, onChange }: GroupFieldsProps) {
  const { t } = useTranslation(['groups', 'common']);
  return (
    <fieldset className={styles.group} disabled={!mayEdit}>
      <TextInput
        label={t('groups:name')}
        withAsterisk
        maxLength={MAX_LENGTH}
        value={values.name}
        error={problems.has('name') ? t('groups:nameRequired') : null}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <ParentSelect
        groupId={group.id}
        rows={rows}
        value={values.parentId}
        onChange={(parentId) => onChange({ parentId })}
      />
      <TextInput
        label={t('groups:speedLimit', { unit: t(`common:speedUnit.${writing.unit}`) })}
        description={t('groups:speedHint')}
        inputMode="decimal"
        autoComplete="off"
        value={values.speedLimit}
        error={problems.has('speedLimit') ? t('groups:speedInvalid') : null}
        onChange={(event) => onChange({ speedLimit: event.currentTarget.value })}
      />
    </fieldset>
  );
}

interface ParentSelectProps {
  readonly groupId: number;
  readonly rows: readonly GroupRow[];
  readonly value: number;
  readonly onChange: (parentId: number) => void;
}

/** Where a group stands in the tree: neither below itself nor below what is below it. */
function ParentSelect({ groupId, rows, value, onChange }: ParentSelectProps) {
  const { t } = useTranslation('groups');
  const parents = possibleParents(rows, groupId);
  // One that the user does not see stays.
  const isUnknown = value > 0 && !parents.some((row) => row.group.id === value);
  return (
    <NativeSelect
      label={t('groups:parent')}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={[
        { value: '0', label: t('groups:noParent') },
        ...(isUnknown ? [{ value: String(value), label: t('groups:unknownParent', { id: value }) }] : []),
        ...parents.map((row) => ({
          value: String(row.group.id),
          label: `${'\u2003'.repeat(row.depth)}${row.group.name}`,
        })),
      ]}
    />
  );
}
