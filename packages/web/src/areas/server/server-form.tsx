import { Switch, Text, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { FIELD_LIMITS, type ServerSettings } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { MapDefaultsFields } from '../../kernel/map-defaults/map-defaults-fields.tsx';
import { useSettingsEditor } from '../../kernel/screens/use-settings-editor.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import styles from '../../ui/form.module.css';
import { DisplayDefaults } from './display-defaults.tsx';
import {
  changedServer,
  checkServer,
  serverValues,
  USUALLY_ON,
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

export function ServerForm({ settings, brand }: { settings: ServerSettings; brand: string }) {
  const { t } = useTranslation(['server', 'account']);
  const { client, session } = useServices();
  const { values, isChecked, change, form, question } = useSettingsEditor<ServerValues, ServerSettings>({
    initial: serverValues(settings, brand),
    mayEdit: true,
    success: t('server:saved'),
    isWrong: (typed) => Object.keys(checkServer(typed)).length > 0,
    write: async (typed, signal) => {
      const fresh = await client.server.read(signal);
      if (!fresh.ok) return fresh;
      return client.server.update(changedServer(fresh.value.server, { ...typed, brand }), signal);
    },
    onSaved: (written) => {
      session.setServer(written);
      return serverValues(written, brand);
    },
  });
  const fields = { values, problems: isChecked ? checkServer(values) : {}, change };
  return (
    <EntityForm {...form}>
      <MapFields {...fields} />
      <DisplayGroup {...fields} />
      <VehicleFields {...fields} />
      <AccountFields {...fields} />
      {question}
    </EntityForm>
  );
}

interface FieldsProps {
  readonly values: ServerValues;
  readonly problems: ReturnType<typeof checkServer>;
  readonly change: (part: Partial<ServerValues>) => void;
}

/** Props for each kind of field: the field's name is also that of its value and its texts. */
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
  const { t } = useTranslation(['account', 'server']);
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
      <Text size="sm" c="dimmed">
        {t('server:streetsHint')}
      </Text>
      {keys.map((name) => (
        <TextInput key={name} {...text(name)} autoComplete="off" spellCheck={false} />
      ))}
    </fieldset>
  );
}

function DisplayGroup(props: FieldsProps) {
  const { values, problems, change } = props;
  const { t } = useTranslation(['account', 'server']);
  const { text, flag, toggle } = useServerFields(props);
  const { branding } = useSignedIn();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('account:display')}</legend>
      <DisplayDefaults values={values} onChange={change} />
      {branding.headLogo !== null && (
        <TextInput
          {...text('logoWidth')}
          inputMode="numeric"
          error={problems.logoWidth === undefined ? null : t(`server:${problems.logoWidth}`)}
        />
      )}
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
      {USUALLY_ON.map((name) => (
        <Switch key={name} {...toggle(name)} />
      ))}
      <Switch {...toggle('qrPrintedCodeOnly')} />
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
      {server.plus && <Switch {...toggle('billing')} />}
      <Textarea
        label={t('server:announcement.label')}
        description={t('server:announcement.hint')}
        autosize={false}
        rows={3}
        maxLength={FIELD_LIMITS.server.announcement}
        value={values.announcement}
        onChange={(event) => change({ announcement: event.currentTarget.value })}
      />
    </fieldset>
  );
}
