import { matchLanguage, type User } from '@rastro/fleet';
import type { UserWrite } from '@rastro/tracking-client';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ADDRESS_FIELDS, CONTACT_FIELDS } from '../../kernel/accounts/profile-fields.ts';
import { displayChoices } from '../../kernel/formats/display-choices.ts';
import { useDisplayFields, zoneField } from '../../kernel/formats/use-display-fields.tsx';
import { mapDefaultsField } from '../../kernel/map-defaults/map-defaults-fields.tsx';
import { overTheirs } from '../../kernel/queries/over-theirs.ts';
import { useSettingsForm } from '../../kernel/screens/use-settings-form.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { LANDINGS } from '../../kernel/session/landing.ts';
import { EntityForm } from '../../ui/entity-form.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import type { FieldTable, InputAttributes } from '../../ui/fields/field-table.ts';
import { recordOf } from '../../ui/fields/record-of.ts';
import {
  accountValues,
  changedUser,
  changesSignIn,
  checkAccount,
  isWrongProfile,
  passwordStrength,
  PROFILE_FIELDS,
  type AccountField,
  type AccountValues,
} from './account-values.ts';

/** Fields of the account below each legend. */
const GROUPS = {
  identity: ['name', 'email', 'phone', 'password', 'confirmation', 'currentPassword'],
  display: [
    'language',
    'timezone',
    'speedUnit',
    'distanceUnit',
    'temperatureUnit',
    'coordinateFormat',
    'hour12',
    'landing',
  ],
} as const satisfies Readonly<Record<string, readonly (keyof AccountValues)[]>>;

/** Name, e-mail, and a new password if there is to be one. */
function useIdentityFields(user: User): (values: AccountValues) => FieldTable<AccountValues> {
  const { t } = useTranslation('account');
  return (values) => {
    const problems = checkAccount(user, values);
    const field = <K extends 'text' | 'password'>(kind: K, name: AccountField, input: InputAttributes) => ({
      kind,
      label: t(`account:${name}`),
      problem: problems[name] === undefined ? null : t(`account:${problems[name]}`),
      input,
    });
    const strength = passwordStrength(values);
    return {
      name: field('text', 'name', { autoComplete: 'name' }),
      email: {
        ...field('text', 'email', { autoComplete: 'email', inputMode: 'email' }),
        isDisabled: user.fixedEmail && !user.administrator,
      },
      phone: field('text', 'phone', { autoComplete: 'tel', inputMode: 'tel' }),
      password: {
        ...field('password', 'password', { autoComplete: 'new-password' }),
        hint: strength === null ? t('account:passwordHint') : t(`account:strength.${strength}`),
      },
      confirmation: {
        ...field('password', 'confirmation', { autoComplete: 'new-password' }),
        isHidden: values.password === '',
      },
      currentPassword: {
        ...field('password', 'currentPassword', { autoComplete: 'current-password' }),
        hint: t('account:currentHint'),
        isHidden: !changesSignIn(user, values),
      },
    };
  };
}

function useAccountFields(user: User): (values: AccountValues) => FieldTable<AccountValues> {
  const { t } = useTranslation(['account', 'users']);
  const identityFields = useIdentityFields(user);
  const displayFields = useDisplayFields();
  return (values) => ({
    ...identityFields(values),
    ...recordOf(PROFILE_FIELDS, (name) => ({
      kind: 'text' as const,
      label: t(`users:field.${name}`),
      problem: isWrongProfile(name, values[name]) && t('users:problem.valueWrong'),
    })),
    ...displayFields(values),
    timezone: zoneField({
      label: t('account:zone'),
      hint: t('account:zoneHint'),
      usual: t('account:map.usual'),
      clear: t('account:zoneClear'),
    }),
    hour12: { kind: 'switch', label: t('account:hour12') },
    landing: {
      kind: 'select',
      label: t('account:landing.label'),
      options: LANDINGS.map((value) => ({ value, label: t(`account:landing.${value}`) })),
    },
    map: mapDefaultsField(values.map),
  });
}

/** Form state of an account, and how it is saved. */
function useAccountForm(user: User, mayEdit: boolean) {
  const { t, i18n } = useTranslation('account');
  const { client, session, preferences } = useServices();
  const signedIn = useSignedIn();
  const { brand } = signedIn.branding;
  const display = displayChoices(signedIn, matchLanguage(i18n.language) ?? 'en');
  const reported = useRef<UserWrite | null>(null);
  // The fields show defaults that the server does not store: changes by others are detected against this original.
  const opened = useRef<User>(user);
  return useSettingsForm<AccountValues, User>({
    initial: accountValues(user, display, brand),
    mayEdit,
    success: t('account:saved'),
    fields: useAccountFields(user),
    write: async ({ before, after }, signal) => {
      const from = opened.current;
      const edits = {
        opened: from,
        before: changedUser(from, before, brand),
        mine: changedUser(from, after, brand),
        reported,
      };
      const merged = await overTheirs<UserWrite>(client.users, edits, signal);
      return merged.ok ? client.users.update(merged.value, signal) : merged;
    },
    onSaved: (written, values) => {
      opened.current = written;
      reported.current = null;
      const language = matchLanguage(values.language);
      if (language !== null) {
        preferences.write('locale', language);
        void i18n.changeLanguage(language);
      }
      session.setUser(written);
      return { ...values, password: '', confirmation: '', currentPassword: '' };
    },
  });
}

export interface AccountFormProps {
  readonly user: User;
  readonly mayEdit: boolean;
}

export function AccountForm({ user, mayEdit }: AccountFormProps) {
  const { t } = useTranslation(['account', 'users', 'errors']);
  const form = useAccountForm(user, mayEdit);
  return (
    <EntityForm {...form.frame} readonlyText={t('account:readonly')}>
      <FieldGroup form={form} legend={t('account:identity')} names={GROUPS.identity} />
      <FieldGroup form={form} legend={t('users:address')} names={ADDRESS_FIELDS} />
      <FieldGroup form={form} legend={t('users:contacts')} names={CONTACT_FIELDS} />
      <FieldGroup form={form} legend={t('account:display')} names={GROUPS.display} />
      <FieldGroup form={form} legend={t('account:map.title')} names={['map']} />
      {form.question}
    </EntityForm>
  );
}
