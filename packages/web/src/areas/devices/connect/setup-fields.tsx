import { TextInput } from '@mantine/core';
import { isFit, TRACKER_SETUPS, type TrackerSetup } from '@rastro/protocols/setups';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchedSelect } from '../../../ui/searched-select.tsx';
import { OPERATOR_APNS } from './apns.ts';
import styles from './connect.module.css';
import { isUnreachable } from './tracker-address.ts';

/** `family/model`, as it is chosen and stored. */
export const modelKey = ({ id }: TrackerSetup, model: string): string => `${id}/${model}`;

/** The model that a vehicle says it has; empty = none of ours. */
export function modelOf(name: string | null): string {
  const wanted = plain(name ?? '');
  for (const setup of TRACKER_SETUPS) {
    const model = setup.models.find((each) => plain(each) === wanted);
    if (model !== undefined) return modelKey(setup, model);
  }
  return '';
}
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const MODELS = TRACKER_SETUPS.flatMap((setup) =>
  setup.models.map((model) => ({
    value: modelKey(setup, model),
    label: `${setup.maker} ${model}`,
    search: `${setup.maker} ${model} ${plain(model)} ${setup.protocol}`,
  })),
);
export const setupOf = (key: string): TrackerSetup | null =>
  TRACKER_SETUPS.find(({ id }) => key.startsWith(`${id}/`)) ?? null;

export interface SetupEntries {
  readonly model: string;
  readonly host: string;
  readonly apn: string;
  readonly user: string;
  readonly secret: string;
  /** Of the tracker; null = as it is when new. */
  readonly password: string | null;
}
export interface SetupFieldsProps {
  readonly entries: SetupEntries;
  readonly onChange: (part: Partial<SetupEntries>) => void;
}

export function ModelField({ entries, onChange }: SetupFieldsProps) {
  const { t } = useTranslation('connect');
  return (
    <SearchedSelect
      label={t('connect:model')}
      description={t('connect:modelHint')}
      placeholder={t('connect:modelChoose')}
      options={MODELS}
      value={entries.model}
      clearable
      clearButtonProps={{ 'aria-label': t('connect:modelClear') }}
      onChange={(model) => onChange({ model, password: null })}
    />
  );
}

export function AddressField({ entries, onChange }: SetupFieldsProps) {
  const { t } = useTranslation('connect');
  const isWrong = !isFit(entries.host) || entries.host === '';
  return (
    <>
      <TextInput
        label={t('connect:host')}
        value={entries.host}
        error={isWrong ? t('connect:unfit') : null}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => onChange({ host: event.currentTarget.value.trim() })}
      />
      {!isWrong && isUnreachable(entries.host) && (
        <p className={styles.warning} role="note">
          {t('connect:unreachable', { host: entries.host })}
        </p>
      )}
    </>
  );
}

export function ApnFields({ entries, onChange }: SetupFieldsProps) {
  const { t, i18n } = useTranslation('connect');
  const operators = useMemo(() => {
    const countries = new Intl.DisplayNames(i18n.language, { type: 'region' });
    return OPERATOR_APNS.map(({ country, operator, apn }) => ({
      value: apn,
      label: `${operator} (${countries.of(country) ?? country})`,
      search: `${operator} (${countries.of(country) ?? country}) ${apn}`,
    }));
  }, [i18n.language]);
  const chosen = OPERATOR_APNS.find(({ apn }) => apn === entries.apn);
  const error = (value: string): string | null => (isFit(value) ? null : t('connect:unfit'));
  return (
    <>
      <SearchedSelect
        label={t('connect:operator')}
        description={t('connect:operatorHint')}
        placeholder={t('connect:operatorChoose')}
        options={operators}
        value={chosen?.apn ?? ''}
        onChange={(apn) => {
          const found = OPERATOR_APNS.find((each) => each.apn === apn);
          if (found !== undefined) onChange({ apn, user: found.user, secret: found.secret });
        }}
      />
      <TextInput
        label={t('connect:apn')}
        value={entries.apn}
        error={error(entries.apn)}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => onChange({ apn: event.currentTarget.value.trim() })}
      />
      <div className={styles.pair}>
        <TextInput
          label={t('connect:apnUser')}
          value={entries.user}
          error={error(entries.user)}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => onChange({ user: event.currentTarget.value.trim() })}
        />
        <TextInput
          label={t('connect:apnSecret')}
          value={entries.secret}
          error={error(entries.secret)}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => onChange({ secret: event.currentTarget.value.trim() })}
        />
      </div>
    </>
  );
}

/** Only for trackers whose messages carry one. */
export function PasswordField({
  setup,
  entries,
  onChange,
}: SetupFieldsProps & { readonly setup: TrackerSetup }) {
  const { t } = useTranslation('connect');
  if (setup.password === null || setup.messages.length === 0) return null;
  const value = entries.password ?? setup.password;
  return (
    <TextInput
      label={t('connect:password')}
      description={t(setup.password === '' ? 'connect:passwordNone' : 'connect:passwordUsual', {
        password: setup.password,
      })}
      value={value}
      error={isFit(value) ? null : t('connect:unfit')}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      onChange={(event) => onChange({ password: event.currentTarget.value.trim() })}
    />
  );
}
