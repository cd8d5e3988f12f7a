import type { SavedCommand } from '@rastro/fleet';
import { Loader, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { LinksButton } from '../../../kernel/links/links-button.tsx';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useEntityWrites } from '../../../kernel/queries/use-entity-writes.ts';
import { useRights } from '../../../kernel/use-rights.ts';
import { AttributesField } from '../../../ui/attributes-field.tsx';
import { EntityForm } from '../../../ui/entity-form.tsx';
import styles from '../../../ui/form.module.css';
import { Panel } from '../../../ui/panel.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.tsx';
import { mayChoose } from '../command-choice.ts';
import { commandRights } from '../command-rights.ts';
import { useCommandName } from '../use-command-name.ts';
import { SAVED_KEY, useSavedCommands } from './saved-list-panel.tsx';
import { changedCommand, checkSaved, parametersOf, SAVED_TYPES, savedValues } from './saved-values.ts';

const LIST = '/commands';
const MAX_LETTERS = 4000;
const NEW: SavedCommand = { id: 0, description: '', type: 'custom', textChannel: false, attributes: {} };

/** One saved command. */
export function SavedPanel() {
  const { t } = useTranslation('commands');
  const { commandId } = useParams();
  const commands = useSavedCommands();
  const saved = commands.data?.find(({ id }) => id === Number(commandId) && id > 0);
  const command = commandId === 'new' ? NEW : saved;
  if (command !== undefined) return <SavedEditor key={command.id} command={command} />;
  return (
    <Panel title={t('commands:manager.title')} back={LIST}>
      <div className={styles.fields} role="status">
        {commands.data === undefined && commands.error === null ? (
          <Loader type="dots" aria-label={t('common:loading')} />
        ) : (
          <p className={styles.notice}>{t('commands:manager.gone')}</p>
        )}
      </div>
    </Panel>
  );
}

function SavedEditor({ command: saved }: { command: SavedCommand }) {
  const { t } = useTranslation('commands');
  const { client } = useServices();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const nameOf = useCommandName();
  const { may, isReadonly } = useRights();
  const rights = commandRights(useSignedIn());
  const writes = useEntityWrites(client.savedCommands, SAVED_KEY);
  const [command] = useState(saved);
  const [values, setValues] = useState(() => savedValues(command));
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isNew = command.id <= 0;
  const mayWrite = !isReadonly && rights.ownCommands;
  const mayEdit = mayWrite && may(isNew ? 'commands.create' : 'commands.edit');
  const changed = changedCommand(command, values);
  const guard = useUnsavedGuard(mayEdit && JSON.stringify(changed) !== JSON.stringify(command));
  const problems = isChecked ? checkSaved(values) : new Set<string>();
  // What the person may not send he may not prepare either; the gateway asks the same.
  const types = [...new Set([command.type, ...SAVED_TYPES.filter((type) => mayChoose(type, rights))])];
  const close = (notice: 'saved' | 'deleted'): void => {
    guard.release();
    void navigate(LIST, { state: { notice } });
  };
  const putParameter = (name: string, value: string): void =>
    setValues((old) => ({ ...old, parameters: { ...old.parameters, [name]: value } }));
  return (
    <Panel title={isNew ? t('commands:manager.newTitle') : command.description} back={LIST} tall>
      <EntityForm
        mayEdit={mayEdit}
        busy={writes.busy}
        failure={writes.saveFailure === null ? null : failureText(writes.saveFailure)}
        onSave={() => {
          setChecked(true);
          if (checkSaved(values).size === 0)
            void writes.save(changed).then((done) => done !== null && close('saved'));
        }}
        {...(!isNew && mayWrite && may('commands.delete')
          ? {
              deletion: {
                label: t('commands:manager.delete.start'),
                title: t('commands:manager.delete.title', { name: command.description }),
                text: t('commands:manager.delete.text'),
                isAsking,
                failure: writes.removeFailure === null ? null : failureText(writes.removeFailure),
                onAsk: setAsking,
                onConfirm: () => void writes.remove(command.id).then((isGone) => isGone && close('deleted')),
              },
            }
          : {})}
      >
        <fieldset className={styles.group} disabled={!mayEdit}>
          <TextInput
            label={t('commands:manager.description')}
            withAsterisk
            maxLength={MAX_LETTERS}
            value={values.description}
            error={problems.has('description') ? t('commands:manager.descriptionRequired') : null}
            onChange={({ currentTarget: { value } }) => setValues((old) => ({ ...old, description: value }))}
          />
          <NativeSelect
            label={t('commands:manager.type')}
            value={values.type}
            data={types.map((type) => ({ value: type, label: nameOf({ type }) }))}
            onChange={({ currentTarget: { value } }) => setValues((old) => ({ ...old, type: value }))}
          />
          {parametersOf(values.type).map(({ name, isNumber }) => {
            const Field = name === 'data' && values.type === 'custom' ? Textarea : TextInput;
            return (
              <Field
                key={name}
                label={t(`commands:manager.parameter.${name}`)}
                withAsterisk
                spellCheck={false}
                {...(isNumber ? { inputMode: 'numeric' as const } : {})}
                value={values.parameters[name] ?? ''}
                error={
                  problems.has(name)
                    ? t(isNumber ? 'commands:manager.numberRequired' : 'commands:manager.valueRequired')
                    : null
                }
                onChange={(event: { readonly currentTarget: { readonly value: string } }) =>
                  putParameter(name, event.currentTarget.value)
                }
              />
            );
          })}
          <Switch
            label={t('commands:manager.textChannel')}
            description={t('commands:manager.textChannelHint')}
            checked={values.textChannel}
            onChange={({ currentTarget: { checked } }) =>
              setValues((old) => ({ ...old, textChannel: checked }))
            }
          />
        </fieldset>
        {!isNew && (
          <p className={styles.group}>
            <span>
              <LinksButton subject={{ kind: 'command', id: command.id, name: command.description }} />
            </span>
          </p>
        )}
        <fieldset className={styles.group} disabled={!mayEdit}>
          <legend className={styles.legend}>{t('common:attributes.title')}</legend>
          <AttributesField
            drafts={values.attributes}
            onChange={(attributes) => setValues((old) => ({ ...old, attributes }))}
          />
        </fieldset>
        {guard.question}
      </EntityForm>
    </Panel>
  );
}
