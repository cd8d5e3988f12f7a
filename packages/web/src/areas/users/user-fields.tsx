import { FIELD_LIMITS, mayBrand, PRICE_MODES, resellerLimitOf } from '@rastro/fleet';
import type { UserWrite } from '@rastro/tracking-client';
import { useTranslation } from 'react-i18next';
import { ADDRESS_FIELDS, CONTACT_FIELDS } from '../../kernel/accounts/profile-fields.ts';
import { useDisplayFields, zoneField } from '../../kernel/formats/use-display-fields.tsx';
import { useTaxIdHint } from '../../kernel/formats/use-tax-id-hint.ts';
import { mapDefaultsField } from '../../kernel/map-defaults/map-defaults-fields.tsx';
import type { FieldsContext } from '../../kernel/screens/use-entity-form.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import type { FieldTable, TextField } from '../../ui/fields/field-table.ts';
import { recordOf } from '../../ui/fields/record-of.ts';
import { PostcodeField } from './postcode-field.tsx';
import { RightsMatrix } from './rights-matrix.tsx';
import { useHasUserStatus } from './use-users.ts';
import {
  BILLING_FIELDS,
  BILLING_FLAGS,
  BILLING_MODES,
  checkUser,
  rejectedField,
  unitOf,
  USER_FLAGS,
  type NamedField,
  type UserContext,
  type UserValues,
} from './user-values.ts';

type Fields = FieldTable<UserValues>;
/** Why the value of a field cannot be saved; null = it can. */
type ProblemOf = (name: string) => string | null;

/** Fields of a user below each legend. */
export const USER_GROUPS = {
  identity: ['name', 'email', 'phone', 'invites', 'password', 'confirmation', 'administrator', 'disabled'],
  display: ['language', 'timezone', 'speedUnit', 'distanceUnit', 'coordinateFormat', 'hour12', 'tokens'],
  map: ['map'],
  address: ADDRESS_FIELDS,
  contacts: CONTACT_FIELDS,
  limits: ['deviceLimit', 'userLimit', 'lastDay', 'historyDays'],
  restrictions: USER_FLAGS,
  rights: ['advancedPerms'],
  selling: ['reseller', 'subReseller', 'resellerLimit', 'resellerDomain'],
  billing: [...BILLING_FLAGS, ...BILLING_FIELDS, ...BILLING_MODES],
  /** Terms that a new customer starts with. */
  customer: ['price', 'firstDueDay', 'taxId'],
} as const satisfies Readonly<Record<string, readonly (keyof UserValues)[]>>;

export const TAB_NAMES = ['account', 'preferences', 'address', 'permissions', 'billing'] as const;
export type UserTab = (typeof TAB_NAMES)[number];

/** Groups of each tab. */
const USER_TABS = {
  account: ['identity'],
  preferences: ['display', 'map'],
  address: ['address', 'contacts'],
  permissions: ['limits', 'restrictions', 'rights', 'selling'],
  billing: ['billing'],
} as const satisfies Readonly<Record<UserTab, readonly (keyof typeof USER_GROUPS)[]>>;

/** The tab of a field; null = it has none. */
export const tabOf = (field: string | null): UserTab | null =>
  TAB_NAMES.find((tab) =>
    USER_TABS[tab].some((group) => USER_GROUPS[group].some((name: string) => name === field)),
  ) ?? null;

/** The fields of all tabs. */
export function useUserFields(
  user: UserWrite,
  context: UserContext,
): (values: UserValues, form: FieldsContext<UserValues>) => Fields {
  const { t } = useTranslation('users');
  const accountFields = useAccountFields(user, context);
  const preferenceFields = usePreferenceFields();
  const namedFields = useNamedFields(context);
  const permissionFields = usePermissionFields(user, context);
  return (values, form) => {
    const problems = checkUser(user, values, context);
    const problemOf: ProblemOf = (name) => {
      const problem = problems[name];
      return problem === undefined ? null : t(`users:problem.${problem}`);
    };
    const named = namedFields(values, form, problemOf);
    const rejected = rejectedField(form.rejected, context);
    const all: Fields = {
      ...accountFields(values, problemOf),
      ...preferenceFields(values),
      ...named,
      ...permissionFields(values, named, problemOf),
    };
    return rejected === null
      ? all
      : { ...all, [rejected]: { ...all[rejected], rejection: t('users:problem.valueWrong') } };
  };
}

/** Identity of the user, and their sign-in. */
function useAccountFields(user: UserWrite, { actor }: UserContext) {
  const { t } = useTranslation(['users', 'account']);
  const { server } = useSignedIn();
  // Only where the tracking server keeps invitations.
  const mayInvite = useHasUserStatus();
  const limits = FIELD_LIMITS.user;
  const isNew = user.id <= 0;
  return ({ invites, password }: UserValues, problemOf: ProblemOf): Fields => {
    const text = (name: 'name' | 'email' | 'phone' | 'password' | 'confirmation', maxLength: number) => ({
      kind: 'text' as const,
      label: t(`users:identity.${name}`),
      maxLength,
      problem: problemOf(name),
    });
    const secret = (name: 'password' | 'confirmation') => ({
      ...text(name, limits.password.max),
      kind: 'password' as const,
      input: { autoComplete: 'new-password' },
    });
    return {
      name: { ...text('name', limits.name.max), required: true },
      email: {
        ...text('email', limits.email.max),
        required: true,
        isDisabled: user.fixedEmail && !actor.administrator,
      },
      phone: { ...text('phone', limits.phone), input: { inputMode: 'tel' } },
      invites: {
        kind: 'switch',
        label: t('users:invitation.invites'),
        hint: t(server.server.emailEnabled ? 'users:invitation.byMail' : 'users:invitation.byHand'),
        isHidden: !isNew || !mayInvite,
        also: () => ({ password: '', confirmation: '' }),
      },
      password: {
        ...secret('password'),
        hint: isNew ? null : t('account:passwordHint'),
        isHidden: invites,
      },
      confirmation: { ...secret('confirmation'), isHidden: password === '' },
      administrator: {
        kind: 'switch',
        label: t('users:administrator'),
        isHidden: !actor.administrator,
      },
      disabled: { kind: 'switch', label: t('users:disabled'), hint: t('users:disabledHint') },
    };
  };
}

/** Display settings, the start of the map, and notification channels. Nothing chosen follows the installation. */
function usePreferenceFields() {
  const { t } = useTranslation(['users', 'account', 'map']);
  const usual = t('account:map.usual');
  const displayFields = useDisplayFields({
    language: usual,
    speedUnit: usual,
    distanceUnit: usual,
    coordinateFormat: usual,
  });
  return (values: UserValues): Fields => {
    const { temperatureUnit: _none, ...display } = displayFields(values);
    return {
      ...display,
      timezone: zoneField({ label: t('users:zone'), usual, clear: t('account:zoneClear') }),
      hour12: { kind: 'switch', label: t('account:hour12') },
      tokens: { kind: 'text', label: t('users:tokens'), hint: t('users:tokensHint') },
      map: mapDefaultsField(values.map),
    };
  };
}

const TEXT_FIELDS = [
  ...ADDRESS_FIELDS,
  ...CONTACT_FIELDS,
  ...BILLING_FIELDS,
  'resellerLimit',
  'resellerDomain',
  'historyDays',
] as const satisfies readonly NamedField[];
type PermissionTexts = Readonly<Record<'historyDays' | 'resellerLimit' | 'resellerDomain', TextField>>;

/** Address, contacts and terms of payment: invoices are issued by them. */
function useNamedFields({ language }: UserContext) {
  const { t } = useTranslation('users');
  const taxIdHint = useTaxIdHint();
  return (values: UserValues, { change }: FieldsContext<UserValues>, problemOf: ProblemOf) => {
    const text = (name: (typeof TEXT_FIELDS)[number]): TextField => {
      const unit = unitOf(name, values, language);
      return {
        kind: 'text',
        label: t(`users:field.${name}`),
        hint: name === 'taxId' ? taxIdHint(values.taxId) : null,
        problem: problemOf(name),
        ...(unit !== '' && {
          input: { rightSection: unit, rightSectionWidth: 40, rightSectionPointerEvents: 'none' },
        }),
      };
    };
    return {
      ...recordOf(TEXT_FIELDS, text),
      ...recordOf(BILLING_FLAGS, (name) => ({ kind: 'switch' as const, label: t(`users:field.${name}`) })),
      ...recordOf(BILLING_MODES, (name) => ({
        kind: 'select' as const,
        label: t(`users:field.${name}`),
        options: [
          { value: '', label: t('users:notChosen') },
          ...PRICE_MODES.map((value) => ({ value, label: t(`users:mode.${value}`) })),
        ],
      })),
      postcode: {
        kind: 'custom',
        label: t('users:field.postcode'),
        problem: problemOf('postcode'),
        render: (props) => <PostcodeField {...props} typed={values} onFound={change} />,
      },
    } satisfies Fields;
  };
}

/** Limits, end, restrictions and rights of the user, and whether they sell the product. */
function usePermissionFields(user: UserWrite, context: UserContext) {
  const { t } = useTranslation('users');
  const { actor, brand } = context;
  const hintOf = (max: number): string =>
    actor.administrator || max < 0 ? t('users:limitHint') : t('users:limitMost', { count: max });
  const limit = (name: 'deviceLimit' | 'userLimit', label: string, problemOf: ProblemOf) => ({
    kind: 'text' as const,
    label,
    hint: hintOf(actor[name]),
    problem: problemOf(name),
    input: { inputMode: 'numeric' as const },
  });
  return (values: UserValues, named: PermissionTexts, problemOf: ProblemOf): Fields => ({
    deviceLimit: limit('deviceLimit', t('users:deviceLimit'), problemOf),
    userLimit: limit('userLimit', t('users:userLimit'), problemOf),
    lastDay: {
      kind: 'date',
      label: t('users:expires'),
      hint: t('users:expiresHint'),
      problem: problemOf('lastDay'),
    },
    historyDays: {
      ...named.historyDays,
      hint: t('users:historyDaysHint'),
      isHidden: !mayBrand(actor, brand),
    },
    ...recordOf(USER_FLAGS, (flag) => ({
      kind: 'switch' as const,
      label: t(`users:flag.${flag}`),
      // An editor cannot lift a restriction that binds them, too.
      isDisabled: values[flag] && actor[flag] && !actor.administrator,
    })),
    advancedPerms: {
      kind: 'custom',
      label: t('users:rights'),
      render: ({ value, onChange }) => (
        <RightsMatrix userId={user.id} value={value} context={context} onChange={onChange} />
      ),
    },
    reseller: {
      kind: 'switch',
      label: t('users:selling.reseller'),
      isHidden: !actor.administrator,
    },
    subReseller: { kind: 'switch', label: t('users:selling.subReseller') },
    resellerLimit: { ...named.resellerLimit, hint: hintOf(resellerLimitOf(actor, brand)) },
    resellerDomain: {
      ...named.resellerDomain,
      hint: t('users:selling.domainHint'),
      isHidden: !actor.administrator,
    },
  });
}
