import { Text } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { FIELD_LIMITS, type ServerSettings } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useDisplayFields, zoneField } from '../../kernel/formats/use-display-fields.tsx';
import { mapDefaultsField } from '../../kernel/map-defaults/map-defaults-fields.tsx';
import { useSettingsForm } from '../../kernel/screens/use-settings-form.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import { FieldGroup, Fields } from '../../ui/fields/field-group.tsx';
import type { FieldTable, InputAttributes } from '../../ui/fields/field-table.ts';
import { recordOf } from '../../ui/fields/record-of.ts';
import {
  changedServer,
  checkServer,
  SERVER_FLAGS,
  serverValues,
  SWITCHES,
  USUALLY_ON,
  type ServerText,
  type ServerValues,
} from './server-values.ts';

/** Fields of the installation below each legend. */
const GROUPS = {
  display: [
    'language',
    'speedUnit',
    'distanceUnit',
    'temperatureUnit',
    'coordinateFormat',
    'timezone',
    'logoWidth',
    'hour12',
    'forceSettings',
  ],
  vehicles: ['deviceLimit', 'pinned', 'safeDeletion', ...USUALLY_ON, 'qrPrintedCodeOnly'],
  accounts: [
    'registration',
    'readonly',
    'deviceReadonly',
    'limitCommands',
    'disableReports',
    'advancedPerms',
    'billing',
    'announcement',
  ],
} as const satisfies Readonly<Record<string, readonly (keyof ServerValues)[]>>;

function useServerFields(): (values: ServerValues) => FieldTable<ServerValues> {
  const { t } = useTranslation(['server', 'account']);
  const { server, branding } = useSignedIn();
  const usualOf = (choice: string): string => t('server:usual', { choice });
  const displayFields = useDisplayFields({
    language: t('server:ofBrowser'),
    speedUnit: usualOf(t('account:speed.kmh')),
    distanceUnit: usualOf(t('account:distance.km')),
    temperatureUnit: usualOf(t('account:temperature.celsius')),
    coordinateFormat: usualOf(t('account:coordinates.dd')),
  });
  const switches = recordOf([...SERVER_FLAGS, ...SWITCHES], (name) => ({
    kind: 'switch' as const,
    label: t(`server:${name}.label`),
    hint: t(`server:${name}.hint`),
    isHidden: ['advancedPerms', 'billing'].includes(name) && !server.plus,
  }));
  const text = (name: ServerText, problem?: string, input: InputAttributes = {}) => ({
    kind: 'text' as const,
    label: t(`server:${name}.label`),
    hint: t(`server:${name}.hint`),
    problem: problem === undefined ? null : t(`server:${problem}`),
    input,
  });
  const key = (name: 'mapTilerKey' | 'hereKey') => ({
    ...text(name, undefined, { autoComplete: 'off', spellCheck: false }),
    isHidden: !branding.tileSources.some(({ keyAttribute }) => keyAttribute === name),
  });
  return (values) => {
    const { deviceLimit, logoWidth } = checkServer(values);
    return {
      map: mapDefaultsField(values.map, { hasClusters: false }),
      mapTilerKey: key('mapTilerKey'),
      hereKey: key('hereKey'),
      ...displayFields(values),
      ...switches,
      timezone: zoneField({
        label: t('server:timezone.label'),
        hint: t('server:timezone.hint'),
        usual: usualOf('UTC'),
        clear: t('server:timezone.clear'),
      }),
      logoWidth: {
        ...text('logoWidth', logoWidth, { inputMode: 'numeric' }),
        isHidden: branding.headLogo === null,
      },
      deviceLimit: text('deviceLimit', deviceLimit, { inputMode: 'numeric' }),
      pinned: text('pinned', undefined, { spellCheck: false }),
      announcement: {
        kind: 'longText',
        label: t('server:announcement.label'),
        hint: t('server:announcement.hint'),
        maxLength: FIELD_LIMITS.server.announcement,
      },
    };
  };
}

export function ServerForm({ settings, brand }: { settings: ServerSettings; brand: string }) {
  const { t } = useTranslation(['server', 'account']);
  const { client, session } = useServices();
  const form = useSettingsForm<ServerValues, ServerSettings>({
    initial: serverValues(settings, brand),
    mayEdit: true,
    success: t('server:saved'),
    fields: useServerFields(),
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
  return (
    <EntityForm {...form.frame}>
      <FieldGroup form={form} legend={t('account:map.title')} names={['map']}>
        <Text size="sm" c="dimmed">
          {t('server:streetsHint')}
        </Text>
        <Fields form={form} names={['mapTilerKey', 'hereKey']} />
      </FieldGroup>
      <FieldGroup form={form} legend={t('account:display')} names={GROUPS.display} />
      <FieldGroup form={form} legend={t('server:vehicles')} names={GROUPS.vehicles} />
      <FieldGroup form={form} legend={t('server:accounts')} names={GROUPS.accounts} />
      {form.question}
    </EntityForm>
  );
}
