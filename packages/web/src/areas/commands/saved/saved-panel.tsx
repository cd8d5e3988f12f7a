import { FIELD_LIMITS, KNOWN_ATTRIBUTES, type SavedCommand } from '@rastro/fleet';
import { Textarea, TextInput } from '@mantine/core';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFavourites } from '../../../kernel/favourites/use-favourites.ts';
import { LinksButton } from '../../../kernel/links/links-button.tsx';
import { EditorPanel } from '../../../kernel/screens/editor-panel.tsx';
import { EntityScreen } from '../../../kernel/screens/entity-screen.tsx';
import { useEntityForm } from '../../../kernel/screens/use-entity-form.ts';
import { useEntityRights } from '../../../kernel/screens/use-entity-rights.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { AttributesGroup } from '../../../ui/attributes-group.tsx';
import { FieldGroup } from '../../../ui/fields/field-group.tsx';
import styles from '../../../ui/form.module.css';
import { IconAction } from '../../../ui/icon-action.tsx';
import { mayChoose } from '../command-choice.ts';
import { commandRights } from '../command-rights.ts';
import { useCommandName } from '../use-command-name.ts';
import { SAVED_KEY, useSavedCommands } from './saved-list-panel.tsx';
import {
  changedCommand,
  parametersOf,
  SAVED_TYPES,
  savedValues,
  wrongParameters,
  type SavedValues,
} from './saved-values.ts';

const LIST = '/commands';
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
      texts={{ one: t('commands:manager.title'), gone: t('commands:manager.gone') }}
      back={LIST}
    >
      {(command) => <SavedEditor command={command} />}
    </EntityScreen>
  );
}

function useSavedForm(command: SavedCommand) {
  const { t } = useTranslation('commands');
  const { client } = useServices();
  const nameOf = useCommandName();
  const rights = commandRights(useSignedIn());
  const { mayEdit, mayDelete } = useEntityRights('commands', command.id);
  return useEntityForm<SavedCommand, SavedValues>({
    mayEdit: mayEdit && rights.ownCommands,
    mayDelete: mayDelete && rights.ownCommands,
    saved: command,
    callsOf: () => client.savedCommands,
    listKey: SAVED_KEY,
    list: LIST,
    valuesOf: savedValues,
    changed: changedCommand,
    fields: ({ type, parameters }) => ({
      description: {
        kind: 'text',
        label: t('commands:manager.description'),
        required: t('commands:manager.descriptionRequired'),
        maxLength: FIELD_LIMITS.command.description,
      },
      type: {
        kind: 'select',
        label: t('commands:manager.type'),
        // A user may not prepare a command that they may not send, except the saved one; the gateway checks the same.
        options: [
          ...new Set([command.type, ...SAVED_TYPES.filter((each) => mayChoose({ type: each }, rights))]),
        ].map((value) => ({ value, label: nameOf({ type: value }) })),
      },
      parameters: {
        kind: 'custom',
        label: t('commands:manager.type'),
        problem: wrongParameters(type, parameters).size > 0 && t('commands:manager.valueRequired'),
        render: ({ value, error, onChange }) => (
          <ParameterFields type={type} values={value} isChecked={error !== null} onChange={onChange} />
        ),
      },
      textChannel: {
        kind: 'switch',
        label: t('commands:manager.textChannel'),
        hint: t('commands:manager.textChannelHint'),
      },
    }),
    deletion: {
      label: t('commands:manager.delete.start'),
      title: t('commands:manager.delete.title', { name: command.description }),
      text: t('commands:manager.delete.text'),
    },
  });
}

function SavedEditor({ command }: { readonly command: SavedCommand }) {
  const { t } = useTranslation('commands');
  const form = useSavedForm(command);
  return (
    <EditorPanel
      form={form}
      title={form.isNew ? t('commands:manager.newTitle') : command.description}
      actions={!form.isNew && <FavouriteStar id={command.id} />}
    >
      <FieldGroup form={form} />
      {!form.isNew && (
        <p className={styles.group}>
          <span>
            <LinksButton subject={{ kind: 'command', id: command.id, name: command.description }} />
          </span>
        </p>
      )}
      <AttributesGroup
        mayEdit={form.mayEdit}
        known={KNOWN_ATTRIBUTES.command}
        drafts={form.values.attributes}
        onChange={(attributes) => form.change({ attributes })}
      />
    </EditorPanel>
  );
}

interface ParameterFieldsProps {
  readonly type: string;
  readonly values: SavedValues['parameters'];
  readonly isChecked: boolean;
  readonly onChange: (parameters: SavedValues['parameters']) => void;
}

/** Parameters of the type of command. */
function ParameterFields({ type, values, isChecked, onChange }: ParameterFieldsProps) {
  const { t } = useTranslation('commands');
  const wrong = wrongParameters(type, values);
  return parametersOf(type).map(({ name, isNumber }) => {
    const Field = name === 'data' && type === 'custom' ? Textarea : TextInput;
    const problem = t(isNumber ? 'commands:manager.numberRequired' : 'commands:manager.valueRequired');
    return (
      <Field
        key={name}
        label={t(`commands:manager.parameter.${name}`)}
        withAsterisk
        spellCheck={false}
        {...(isNumber ? { inputMode: 'numeric' as const } : {})}
        value={values[name] ?? ''}
        error={isChecked && wrong.has(name) ? problem : null}
        onChange={(event: { readonly currentTarget: { readonly value: string } }) =>
          onChange({ ...values, [name]: event.currentTarget.value })
        }
      />
    );
  });
}

/** Marks a saved command as one of the user's own favorites. */
function FavouriteStar({ id }: { readonly id: number }) {
  const { t } = useTranslation('common');
  const { ids, toggle } = useFavourites('commands');
  const isFavourite = ids.has(id);
  return (
    <IconAction label={t('common:favourite')} pressed={isFavourite} onClick={() => toggle(id)}>
      <Star size={17} aria-hidden fill={isFavourite ? 'currentColor' : 'none'} />
    </IconAction>
  );
}
