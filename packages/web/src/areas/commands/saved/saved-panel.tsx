import { KNOWN_ATTRIBUTES, type SavedCommand } from '@rastro/fleet';
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { LinksButton } from '../../../kernel/links/links-button.tsx';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { EntityScreen } from '../../../kernel/screens/entity-screen.tsx';
import { useEntityEditor } from '../../../kernel/screens/use-entity-editor.ts';
import { useRights } from '../../../kernel/use-rights.ts';
import { AttributesGroup } from '../../../ui/attributes-group.tsx';
import { EntityForm } from '../../../ui/entity-form.tsx';
import styles from '../../../ui/form.module.css';
import { Panel } from '../../../ui/panel.tsx';
import { mayChoose } from '../command-choice.ts';
import { commandRights } from '../command-rights.ts';
import { useCommandName } from '../use-command-name.ts';
import { FavouriteStar } from './favourite-star.tsx';
import { SAVED_KEY, useSavedCommands } from './saved-list-panel.tsx';
import {
  changedCommand,
  checkSaved,
  parametersOf,
  SAVED_TYPES,
  savedValues,
  type SavedValues,
} from './saved-values.ts';

const LIST = '/commands';
const MAX_LENGTH = 4000;
const NEW: SavedCommand = {
  id: 0,
  deviceId: 0,
  description: '',
  type: 'custom',
  textChannel: false,
  attributes: {},
};

/** One saved command. */
export function SavedPanel() {
  const { t } = useTranslation('commands');
  const { commandId } = useParams();
  return (
    <EntityScreen
      id={commandId}
      query={useSavedCommands()}
      blank={NEW}
      title={t('commands:manager.title')}
      back={LIST}
      gone={t('commands:manager.gone')}
    >
      {(command) => <SavedEditor command={command} />}
    </EntityScreen>
  );
}

/** Text of the question before a deletion; null = this user may not delete. */
function useDeletion({ description }: SavedCommand) {
  const { t } = useTranslation('commands');
  const { may, isReadonly } = useRights();
  const { ownCommands } = commandRights(useSignedIn());
  if (isReadonly || !ownCommands || !may('commands.delete')) return null;
  return {
    label: t('commands:manager.delete.start'),
    title: t('commands:manager.delete.title', { name: description }),
    text: t('commands:manager.delete.text'),
  };
}

function SavedEditor({ command: saved }: { command: SavedCommand }) {
  const { t } = useTranslation('commands');
  const { client } = useServices();
  const { may, isReadonly } = useRights();
  const [command] = useState(saved);
  const [values, setValues] = useState(() => savedValues(command));
  const isNew = command.id <= 0;
  const { ownCommands } = commandRights(useSignedIn());
  const mayEdit = !isReadonly && ownCommands && may(isNew ? 'commands.create' : 'commands.edit');
  const { form, question, isChecked } = useEntityEditor({
    saved: command,
    calls: client.savedCommands,
    listKey: SAVED_KEY,
    list: LIST,
    values,
    valuesOf: savedValues,
    changed: changedCommand,
    isWrong: (now) => checkSaved(now).size > 0,
    mayEdit,
    deletion: useDeletion(command),
  });
  const change = (part: Partial<SavedValues>): void => setValues((old) => ({ ...old, ...part }));
  return (
    <Panel
      title={isNew ? t('commands:manager.newTitle') : command.description}
      actions={!isNew && <FavouriteStar id={command.id} />}
      back={LIST}
      tall
    >
      <EntityForm {...form}>
        <CommandFields
          type={command.type}
          values={values}
          problems={isChecked ? checkSaved(values) : new Set()}
          mayEdit={mayEdit}
          onChange={change}
        />
        {!isNew && (
          <p className={styles.group}>
            <span>
              <LinksButton subject={{ kind: 'command', id: command.id, name: command.description }} />
            </span>
          </p>
        )}
        <AttributesGroup
          mayEdit={mayEdit}
          known={KNOWN_ATTRIBUTES.command}
          drafts={values.attributes}
          onChange={(attributes) => change({ attributes })}
        />
        {question}
      </EntityForm>
    </Panel>
  );
}

interface CommandFieldsProps {
  /** As it is saved: what may not be chosen any more stays. */
  readonly type: string;
  readonly values: SavedValues;
  readonly problems: ReadonlySet<string>;
  readonly mayEdit: boolean;
  readonly onChange: (part: Partial<SavedValues>) => void;
}

function CommandFields({ type, values, problems, mayEdit, onChange }: CommandFieldsProps) {
  const { t } = useTranslation('commands');
  const nameOf = useCommandName();
  const rights = commandRights(useSignedIn());
  // A user may not prepare a command that they may not send; the gateway checks the same.
  const types = [...new Set([type, ...SAVED_TYPES.filter((each) => mayChoose({ type: each }, rights))])];
  return (
    <fieldset className={styles.group} disabled={!mayEdit}>
      <TextInput
        label={t('commands:manager.description')}
        withAsterisk
        maxLength={MAX_LENGTH}
        value={values.description}
        error={problems.has('description') ? t('commands:manager.descriptionRequired') : null}
        onChange={({ currentTarget: { value } }) => onChange({ description: value })}
      />
      <NativeSelect
        label={t('commands:manager.type')}
        value={values.type}
        data={types.map((each) => ({ value: each, label: nameOf({ type: each }) }))}
        onChange={({ currentTarget: { value } }) => onChange({ type: value })}
      />
      <ParameterFields
        values={values}
        problems={problems}
        onChange={(parameters) => onChange({ parameters })}
      />
      <Switch
        label={t('commands:manager.textChannel')}
        description={t('commands:manager.textChannelHint')}
        checked={values.textChannel}
        onChange={({ currentTarget: { checked } }) => onChange({ textChannel: checked })}
      />
    </fieldset>
  );
}

interface ParameterFieldsProps extends Pick<CommandFieldsProps, 'values' | 'problems'> {
  readonly onChange: (parameters: SavedValues['parameters']) => void;
}

/** Parameters of the type of command. */
function ParameterFields({ values, problems, onChange }: ParameterFieldsProps) {
  const { t } = useTranslation('commands');
  return (
    <>
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
              onChange({ ...values.parameters, [name]: event.currentTarget.value })
            }
          />
        );
      })}
    </>
  );
}
