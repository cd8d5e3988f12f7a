import { Button, PasswordInput, TextInput } from '@mantine/core';
import { FIELD_LIMITS, type Driver, type QrAccess } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import form from '../../ui/form.module.css';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './drivers.module.css';

const { username: USERNAME, password: PASSWORD } = FIELD_LIMITS.qrAccess;
const keyOf = (driverId: number) => ['qrAccess', driverId];

/** The login with which a driver checks in; the effect of checking in is set with the driver's rules, in the form. */
export function QrAccessCard({ driver }: { readonly driver: Driver }) {
  const { t } = useTranslation(['drivers', 'common']);
  const { extension } = useServices();
  const failureText = useFailureText();
  const { data, error } = useQuery({
    queryKey: keyOf(driver.id),
    queryFn: async ({ signal }) => valueOf(await extension.qrAccess(driver.id, signal)),
  });
  return (
    <section className={form.group} aria-label={t('drivers:access.title')}>
      <h2 className={styles.title}>{t('drivers:access.title')}</h2>
      {data === undefined ? (
        <p className={styles.told} role="status">
          {error === null ? t('common:loading') : failureText(failureIn(error))}
        </p>
      ) : (
        <Access key={String(data.username === '')} driver={driver} access={data} />
      )}
    </section>
  );
}

interface AccessProps {
  readonly driver: Driver;
  readonly access: QrAccess;
}

function Access({ driver, access }: AccessProps) {
  const { t } = useTranslation('drivers');
  const { may, isReadonly } = useRights();
  const isNew = access.username === '';
  const mayGive = !isReadonly && may('users.create');
  return (
    <>
      <p className={styles.told}>{t(isNew ? 'drivers:access.none' : 'drivers:access.is')}</p>
      {mayGive ? (
        <>
          <AccessFields driver={driver} access={access} />
          {!isNew && <EndAccess driver={driver} />}
        </>
      ) : (
        !isNew && <p className={styles.told}>{access.username}</p>
      )}
    </>
  );
}

/** Form state of a login: values, errors and result. */
function useAccessForm({ driver, access }: AccessProps) {
  const { extension } = useServices();
  const [username, setUsername] = useState(access.username);
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const isShortName = username.trim().length < USERNAME.min;
  const isShortPassword = password === '' ? access.username === '' : password.length < PASSWORD.min;
  const { run, busy, failure } = useWrite(
    (_: null, signal: AbortSignal) => {
      const wanted = { username: username.trim(), password: password === '' ? null : password };
      return extension.giveQrAccess(driver.id, wanted, signal);
    },
    { touches: keyOf(driver.id) },
  );
  const save = async (): Promise<void> => {
    setChecked(true);
    setSaved(false);
    if (isShortName || isShortPassword) return;
    const answer = await run(null);
    if (answer?.ok !== true) return;
    setPassword('');
    setChecked(false);
    setSaved(true);
  };
  return {
    name: { text: username, put: setUsername, isShort: isChecked && isShortName },
    password: { text: password, put: setPassword, isShort: isChecked && isShortPassword },
    isSaved,
    busy,
    failure,
    save,
  };
}

/** Its own button: this is an account, and not a part of the driver. The password is never read back. */
function AccessFields(props: AccessProps) {
  const { t } = useTranslation('drivers');
  const failureText = useFailureText();
  const isNew = props.access.username === '';
  const { name, password, isSaved, busy, failure, save } = useAccessForm(props);
  // Within the form of the driver, which Enter would send instead.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void save();
  };
  return (
    <>
      <TextInput
        label={t('drivers:access.username')}
        value={name.text}
        autoComplete="off"
        error={name.isShort ? t('drivers:access.nameShort', { count: USERNAME.min }) : null}
        onKeyDown={onKeyDown}
        onChange={(event) => name.put(event.currentTarget.value)}
      />
      <PasswordInput
        label={t(isNew ? 'drivers:access.password' : 'drivers:access.newPassword')}
        description={isNew ? null : t('drivers:access.passwordHint')}
        value={password.text}
        autoComplete="new-password"
        error={password.isShort ? t('drivers:access.passwordShort', { count: PASSWORD.min }) : null}
        onKeyDown={onKeyDown}
        onChange={(event) => password.put(event.currentTarget.value)}
      />
      {failure !== null && (
        <p className={styles.told} role="alert">
          {failureText(failure)}
        </p>
      )}
      <span role="status">{isSaved && t('drivers:access.saved')}</span>
      <span>
        <Button variant="default" loading={busy} onClick={() => void save()}>
          {t(isNew ? 'drivers:access.give' : 'drivers:access.change')}
        </Button>
      </span>
    </>
  );
}

function EndAccess({ driver }: { readonly driver: Driver }) {
  const { t } = useTranslation('drivers');
  const { extension } = useServices();
  const failureText = useFailureText();
  const [isAsking, setAsking] = useState(false);
  const { run, busy, failure } = useWrite(
    (_: null, signal: AbortSignal) => extension.endQrAccess(driver.id, signal),
    { touches: keyOf(driver.id) },
  );
  return (
    <span>
      <Button variant="subtle" size="xs" className={form.dangerQuiet ?? ''} onClick={() => setAsking(true)}>
        {t('drivers:access.end')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('drivers:access.endTitle', { name: driver.name })}
          text={t('drivers:access.endText')}
          confirm={t('drivers:access.end')}
          busy={busy}
          failure={failure === null ? null : failureText(failure)}
          onConfirm={() => void run(null).then((answer) => answer?.ok === true && setAsking(false))}
          onCancel={() => setAsking(false)}
        />
      )}
    </span>
  );
}
