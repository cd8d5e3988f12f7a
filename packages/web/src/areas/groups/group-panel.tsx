import type { Group } from '@rastro/fleet';
import { Loader, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { useServices } from '../../kernel/services.tsx';
import { useEntityWrites } from '../../kernel/queries/use-entity-writes.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { attributeDrafts, AttributesField, attributesOf } from '../../ui/attributes-field.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import styles from '../../ui/form.module.css';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.tsx';
import { possibleParents, type GroupRow } from './group-tree.ts';
import { GROUPS_KEY, useGroupTree } from './use-groups.ts';

const LIST = '/groups';
/** The same on the server (`groupBody`). */
const MAX_LETTERS = 128;
const NEW: Group = { id: 0, name: '', groupId: 0, attributes: {} };

/** One group: name, place in the tree, attributes, what it is linked with. */
export function GroupPanel() {
  const { t } = useTranslation('groups');
  const { groupId } = useParams();
  const { rows, groups } = useGroupTree();
  const group = groupId === 'new' ? NEW : groups.data?.find(({ id }) => id === Number(groupId) && id > 0);
  if (group !== undefined && (groupId !== 'new' || groups.data !== undefined)) {
    return <GroupEditor key={group.id} group={group} rows={rows} />;
  }
  return (
    <Panel title={t('groups:one')} back={LIST}>
      <div className={styles.fields} role="status">
        {groups.data === undefined && groups.error === null ? (
          <Loader type="dots" aria-label={t('common:loading')} />
        ) : (
          <p className={styles.notice}>{t('groups:gone')}</p>
        )}
      </div>
    </Panel>
  );
}

function GroupEditor({ group: saved, rows }: { group: Group; rows: readonly GroupRow[] }) {
  const { t } = useTranslation('groups');
  const { client } = useServices();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const { may, isReadonly } = useRights();
  const writes = useEntityWrites(client.groups, GROUPS_KEY);
  const [group] = useState(saved);
  const [name, setName] = useState(group.name);
  const [parentId, setParentId] = useState(group.groupId);
  const [drafts, setDrafts] = useState(() => attributeDrafts(group.attributes));
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isNew = group.id <= 0;
  const mayEdit = !isReadonly && may(isNew ? 'groups.create' : 'groups.edit');
  const changed: Group = { ...group, name: name.trim(), groupId: parentId, attributes: attributesOf(drafts) };
  const guard = useUnsavedGuard(mayEdit && JSON.stringify(changed) !== JSON.stringify(group));
  const parents = possibleParents(rows, group.id);
  const devices = rows.find((row) => row.group.id === group.id)?.devices.own ?? 0;
  const close = (notice: 'saved' | 'deleted'): void => {
    guard.release();
    void navigate(LIST, { state: { notice } });
  };
  return (
    <Panel title={isNew ? t('groups:newTitle') : group.name} back={LIST} tall>
      <EntityForm
        mayEdit={mayEdit}
        busy={writes.busy}
        failure={writes.saveFailure === null ? null : failureText(writes.saveFailure)}
        onSave={() => {
          setChecked(true);
          if (changed.name !== '') void writes.save(changed).then((done) => done !== null && close('saved'));
        }}
        {...(!isNew && !isReadonly && may('groups.delete')
          ? {
              deletion: {
                label: t('groups:delete.start'),
                title: t('groups:delete.title', { name: group.name }),
                text: t('groups:delete.text', { count: devices }),
                isAsking,
                failure: writes.removeFailure === null ? null : failureText(writes.removeFailure),
                onAsk: setAsking,
                onConfirm: () => void writes.remove(group.id).then((isGone) => isGone && close('deleted')),
              },
            }
          : {})}
      >
        <fieldset className={styles.group} disabled={!mayEdit}>
          <TextInput
            label={t('groups:name')}
            withAsterisk
            maxLength={MAX_LETTERS}
            value={name}
            error={isChecked && name.trim() === '' ? t('groups:nameRequired') : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('groups:parent')}
            value={String(parentId)}
            onChange={(event) => setParentId(Number(event.currentTarget.value))}
            data={[
              { value: '0', label: t('groups:noParent') },
              // One that the person does not see stays.
              ...(parentId > 0 && !parents.some((row) => row.group.id === parentId)
                ? [{ value: String(parentId), label: t('groups:unknownParent', { id: parentId }) }]
                : []),
              ...parents.map((row) => ({
                value: String(row.group.id),
                label: `${'\u2003'.repeat(row.depth)}${row.group.name}`,
              })),
            ]}
          />
        </fieldset>
        {!isNew && (
          <p className={styles.group}>
            <span>
              <LinksButton subject={{ kind: 'group', id: group.id, name: group.name }} />
            </span>
          </p>
        )}
        <fieldset className={styles.group} disabled={!mayEdit}>
          <legend className={styles.legend}>{t('common:attributes.title')}</legend>
          <AttributesField drafts={drafts} onChange={setDrafts} />
        </fieldset>
        {guard.question}
      </EntityForm>
    </Panel>
  );
}
