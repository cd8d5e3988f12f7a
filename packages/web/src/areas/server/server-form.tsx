import { Switch, Textarea, TextInput } from '@mantine/core';
import type { ServerSettings } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapDefaultsFields } from '../../kernel/map-defaults/map-defaults-fields.tsx';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import styles from '../../ui/form.module.css';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.tsx';
import { DisplayDefaults } from './display-defaults.tsx';
import {
  changedServer,
  checkServer,
  serverValues,
  type ServerFlag,
  type ServerSwitch,
  type ServerText,
  type ServerValues,
} from './server-values.ts';

const ACCOUNT_FLAGS = [
  'registration',
  'readonly',
  'deviceReadonly',
  'limitCommands',
  'disableReports',
] as const;
/** The server takes as many (`serverSettingsBody`). */
const MAX_LETTERS = 4000;

export function ServerForm({ settings, brand }: { settings: ServerSettings; brand: string }) {
  const { t } = useTranslation(['server', 'account']);
  const { client, session } = useServices();
  const failureText = useFailureText();
  const [saved, setSaved] = useState(() => serverValues(settings, brand));
  const [values, setValues] = useState(saved);
  const [isChecked, setChecked] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const { busy, failure, run, forget } = useWrite(async (after: ServerValues, signal) => {
    const fresh = await client.server.read(signal);
    if (!fresh.ok) return fresh;
    return client.server.update(changedServer(fresh.value.server, { before: saved, after, brand }), signal);
  });
  const guard = useUnsavedGuard(JSON.stringify(values) !== JSON.stringify(saved));
  const problems = isChecked ? checkServer(values) : {};

  const change = (part: Partial<ServerValues>): void => {
    forget();
    setIsSaved(false);
    setValues((old) => ({ ...old, ...part }));
  };
  const save = async (): Promise<void> => {
    setChecked(true);
    setIsSaved(false);
    if (Object.keys(checkServer(values)).length > 0) return;
    const answer = await run(values);
    if (answer?.ok !== true) return;
    session.setServer(answer.value);
    const now = serverValues(answer.value, brand);
    setSaved(now);
    setValues(now);
    setChecked(false);
    setIsSaved(true);
  };
  const fields = { values, problems, change };

  return (
    <EntityForm
      mayEdit
      busy={busy}
      failure={failure === null ? null : failureText(failure)}
      success={isSaved ? t('server:saved') : null}
      onSave={() => void save()}
    >
      <MapFields {...fields} />
      <DisplayGroup {...fields} />
      <VehicleFields {...fields} />
      <AccountFields {...fields} />
      {guard.question}
    </EntityForm>
  );
}

interface FieldsProps {
  readonly values: ServerValues;
  readonly problems: ReturnType<typeof checkServer>;
  readonly change: (part: Partial<ServerValues>) => void;
}

/** What a field of each kind needs: its name is that of its value and of its words. */
function useServerFields({ values, change }: Pick<FieldsProps, 'values' | 'change'>) {
  const { t } = useTranslation('server');
  const text = (name: ServerText) => ({
    label: t(`server:${name}.label`),
    description: t(`server:${name}.hint`),
    value: values.texts[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change({ texts: { ...values.texts, [name]: event.currentTarget.value } }),
  });
  const flag = (name: ServerFlag) => ({
    label: t(`server:${name}.label`),
    description: t(`server:${name}.hint`),
    checked: values.flags[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change({ flags: { ...values.flags, [name]: event.currentTarget.checked } }),
  });
  const toggle = (name: ServerSwitch) => ({
    label: t(`server:${name}.label`),
    description: t(`server:${name}.hint`),
    checked: values.switches[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change({ switches: { ...values.switches, [name]: event.currentTarget.checked } }),
  });
  return { text, flag, toggle };
}

function MapFields(props: FieldsProps) {
  const { values, problems, change } = props;
  const { t } = useTranslation('account');
  const { text } = useServerFields(props);
  const { branding } = useSignedIn();
  const hasBases = (key: string): boolean =>
    branding.tileSources.some(({ keyAttribute }) => keyAttribute === key);
  const keys = (['mapTilerKey', 'hereKey'] as const).filter(hasBases);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('account:map.title')}</legend>
      <MapDefaultsFields
        hasClusters={false}
        values={values.map}
        problems={problems}
        onChange={(part) => change({ map: { ...values.map, ...part } })}
      />
      {keys.map((name) => (
        <TextInput key={name} {...text(name)} autoComplete="off" spellCheck={false} />
      ))}
    </fieldset>
  );
}

function DisplayGroup(props: FieldsProps) {
  const { values, change } = props;
  const { t } = useTranslation('account');
  const { flag, toggle } = useServerFields(props);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('account:display')}</legend>
      <DisplayDefaults values={values} onChange={change} />
      <Switch {...toggle('hour12')} />
      <Switch {...flag('forceSettings')} />
    </fieldset>
  );
}

function VehicleFields(props: FieldsProps) {
  const { problems } = props;
  const { t } = useTranslation('server');
  const { text, toggle } = useServerFields(props);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('server:vehicles')}</legend>
      <TextInput
        {...text('deviceLimit')}
        inputMode="numeric"
        error={problems.deviceLimit === undefined ? null : t(`server:${problems.deviceLimit}`)}
      />
      <TextInput {...text('pinned')} spellCheck={false} />
      <Switch {...toggle('safeDeletion')} />
    </fieldset>
  );
}

function AccountFields(props: FieldsProps) {
  const { values, change } = props;
  const { t } = useTranslation('server');
  const { flag, toggle } = useServerFields(props);
  const { server } = useSignedIn();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('server:accounts')}</legend>
      {ACCOUNT_FLAGS.map((name) => (
        <Switch key={name} {...flag(name)} />
      ))}
      {server.plus && <Switch {...toggle('advancedPerms')} />}
      <Textarea
        label={t('server:announcement.label')}
        description={t('server:announcement.hint')}
        autosize={false}
        rows={3}
        maxLength={MAX_LETTERS}
        value={values.announcement}
        onChange={(event) => change({ announcement: event.currentTarget.value })}
      />
    </fieldset>
  );
}
