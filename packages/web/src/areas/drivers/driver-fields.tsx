import { Switch, Textarea, TextInput } from '@mantine/core';
import { DRIVER_ATTRIBUTES, DRIVER_GRANTS, fitsAttribute, type DriverAttribute } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { moneySign } from '../../i18n/number-text.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { DateField } from '../../ui/date-field.tsx';
import styles from '../../ui/form.module.css';
import {
  FLAGS,
  MAX_LENGTH,
  type DriverContext,
  type DriverProblems,
  type DriverValues,
  type TypedField,
} from './driver-values.ts';
import { LicenceChip } from './licence-chip.tsx';
import { licenceOf } from './licence.ts';
import { useCivilDay } from './use-civil-day.ts';

const IDENTITY: readonly TypedField[] = ['taxId', 'birthDate', 'filiation', 'observations'];
const LICENCE: readonly TypedField[] = ['licence', 'category', 'validity', 'firstLicence', 'state'];
const COSTS: readonly TypedField[] = ['litresPer100Km', 'fuelCost'];
const CHECK_IN: readonly TypedField[] = ['qrLockAfter', 'qrLogoutAfter'];

export interface DriverFieldsProps {
  readonly values: DriverValues;
  readonly problems: DriverProblems;
  readonly context: DriverContext;
  readonly mayEdit: boolean;
  readonly onChange: (part: Partial<DriverValues>) => void;
}

/** Identity of the driver, license, cost, and the effect of checking in. */
export function DriverFields(props: DriverFieldsProps) {
  const { t } = useTranslation('drivers');
  const { mayEdit } = props;
  return (
    <>
      <fieldset className={styles.group} disabled={!mayEdit}>
        <legend className={styles.legend}>{t('drivers:group.identity')}</legend>
        <Core {...props} field="name" />
        <Core {...props} field="uniqueId" />
        <TypedFields {...props} fields={IDENTITY} />
      </fieldset>
      <fieldset className={styles.group} disabled={!mayEdit}>
        <legend className={styles.legend}>{t('drivers:group.licence')}</legend>
        <LicenceState validity={props.values.typed.validity ?? ''} />
        <TypedFields {...props} fields={LICENCE} />
      </fieldset>
      <fieldset className={styles.group} disabled={!mayEdit}>
        <legend className={styles.legend}>{t('drivers:group.costs')}</legend>
        <TypedFields {...props} fields={COSTS} />
      </fieldset>
      <CheckIn {...props} />
    </>
  );
}

function Core(props: DriverFieldsProps & { readonly field: 'name' | 'uniqueId' }) {
  const { field, values, problems, onChange } = props;
  const { t } = useTranslation('drivers');
  const problem = problems[field];
  return (
    <TextInput
      label={t(`drivers:field.${field}`)}
      description={field === 'uniqueId' ? t('drivers:uniqueIdHint') : null}
      withAsterisk
      maxLength={MAX_LENGTH}
      value={values[field]}
      error={problem === undefined ? null : t(`drivers:problem.${problem}`)}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
}

/** State of the license for the date being typed. */
function LicenceState({ validity }: { readonly validity: string }) {
  const today = useCivilDay();
  const isDay = fitsAttribute(DRIVER_ATTRIBUTES.validity, validity);
  return (
    <span>
      <LicenceChip licence={licenceOf(isDay ? validity : null, today)} />
    </span>
  );
}

/** Whether what a check-in grants may be given by this user, as the server decides too. */
function useMayGive(): (field: DriverAttribute) => boolean {
  const { may } = useRights();
  return (field) => DRIVER_GRANTS.every(([granted, right]) => granted !== field || may(right));
}

function CheckIn(props: DriverFieldsProps) {
  const { values, mayEdit, onChange } = props;
  const { t } = useTranslation('drivers');
  const mayGive = useMayGive();
  return (
    <fieldset className={styles.group} disabled={!mayEdit}>
      <legend className={styles.legend}>{t('drivers:group.checkIn')}</legend>
      <p className={styles.notice}>{t('drivers:checkInHint')}</p>
      {FLAGS.map((flag) => (
        <Switch
          key={flag}
          label={t(`drivers:field.${flag}`)}
          checked={values.flags[flag] === true}
          disabled={!mayEdit || !mayGive(flag)}
          onChange={(event) => onChange({ flags: { ...values.flags, [flag]: event.currentTarget.checked } })}
        />
      ))}
      <TypedFields {...props} fields={CHECK_IN} />
    </fieldset>
  );
}

function TypedFields({ fields, ...props }: DriverFieldsProps & { readonly fields: readonly TypedField[] }) {
  return fields.map((field) => <Typed key={field} {...props} field={field} />);
}

function Typed(props: DriverFieldsProps & { readonly field: TypedField }) {
  const { field, values, problems, context, mayEdit, onChange } = props;
  const { t } = useTranslation('drivers');
  const mayGive = useMayGive();
  const problem = problems[field];
  const { is } = DRIVER_ATTRIBUTES[field];
  const put = (text: string): void => onChange({ typed: { ...values.typed, [field]: text } });
  const inputProps = {
    label: t(`drivers:field.${field}`, { money: moneySign(context.language) }),
    value: values.typed[field] ?? '',
    disabled: !mayEdit || !mayGive(field),
    error: problem === undefined ? null : t(`drivers:problem.${problem}`),
  };
  if (is === 'date') return <DateField {...inputProps} kind="date" onChange={put} />;
  if (field === 'observations')
    return <Textarea {...inputProps} rows={3} onChange={(event) => put(event.currentTarget.value)} />;
  return (
    <TextInput
      {...inputProps}
      autoComplete="off"
      inputMode={is === 'text' ? 'text' : 'decimal'}
      onChange={(event) => put(event.currentTarget.value)}
    />
  );
}
