import { MINUTE_MS } from '@rastro/base';
import { Anchor, Button, PasswordInput, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImpersonateButton } from '../../kernel/impersonation/impersonate-button.tsx';
import { beginAsOther } from '../../kernel/impersonation/begin-as-other.ts';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { accountState } from '../../kernel/accounts/account-state.ts';
import { TokenDialog } from '../../kernel/accounts/token-dialog.tsx';
import { useSignedIn } from '../../kernel/services.tsx';
import form from '../../ui/form.module.css';
import { useNow } from '../../ui/use-now.ts';
import { InvitationBox } from './invitation-box.tsx';
import type { TabProps } from './tab-props.ts';
import { roleOf } from './user-state.ts';
import { useUserStatuses, useHasUserStatus } from './use-users.ts';
import styles from './users.module.css';

const MAX_LENGTH = 128;
const MAIL = 'mailto:';
const PHONE = 'tel:';

/** Identity of the user, and their sign-in. */
export function AccountTab(props: TabProps) {
  const { t } = useTranslation('users');
  const { user, values, mayEdit, onChange } = props;
  const { user: actor } = useSignedIn();
  const isInvited = useUserStatuses().get(user.id)?.invited === true;
  return (
    <>
      {user.id > 0 && <ContactLinks {...props} />}
      {mayEdit && isInvited && <InvitationBox userId={user.id} />}
      <fieldset className={form.group} disabled={!mayEdit}>
        <Identity {...props} />
        {actor.administrator && (
          <Switch
            label={t('users:administrator')}
            checked={values.administrator}
            onChange={(event) => onChange({ administrator: event.currentTarget.checked })}
          />
        )}
        <Switch
          label={t('users:disabled')}
          description={t('users:disabledHint')}
          checked={values.disabled}
          onChange={(event) => onChange({ disabled: event.currentTarget.checked })}
        />
      </fieldset>
      {user.id > 0 && (
        <p className={styles.acts}>
          <LinksButton subject={{ kind: 'user', id: user.id, name: user.name }} />
          <ImpersonateButton user={user} onDone={beginAsOther} />
          <NewToken user={user} />
        </p>
      )}
    </>
  );
}

/** A token for a program of a customer, by an administrator; where the tracking server makes them for others. */
function NewToken({ user }: Pick<TabProps, 'user'>) {
  const { t } = useTranslation('account');
  const { user: actor } = useSignedIn();
  const [isAsked, setAsked] = useState(false);
  const isOurs = useHasUserStatus();
  if (!isOurs || !actor.administrator || user.administrator) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsked(true)}>
        {t('account:keys.newToken')}
      </Button>
      {isAsked && <TokenDialog owner={{ id: user.id, name: user.name }} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Role of the user, and links to contact them. */
function ContactLinks({ user }: TabProps) {
  const { t } = useTranslation('users');
  const now = useNow(MINUTE_MS);
  const digits = (user.phone ?? '').replace(/\D/g, '');
  const account = { ...user, password: null };
  return (
    <p className={styles.ways}>
      <span>{t(`users:role.${roleOf(account)}`)}</span>
      <span>{t(`users:state.${accountState(account, now)}`)}</span>
      {user.email.includes('@') && (
        <Anchor href={`${MAIL}${user.email}`} size="sm">
          {t('users:email')}
        </Anchor>
      )}
      {digits !== '' && (
        <>
          <Anchor href={`${PHONE}${user.phone}`} size="sm">
            {t('users:phone')}
          </Anchor>
          <Anchor href={`https://wa.me/${digits}`} size="sm" target="_blank" rel="noreferrer">
            {t('users:whatsapp')}
          </Anchor>
        </>
      )}
    </p>
  );
}

/** Only where the tracking server keeps invitations. */
function InviteSwitch({ values, onChange }: Pick<TabProps, 'values' | 'onChange'>) {
  const { t } = useTranslation('users');
  const { server } = useSignedIn();
  if (!useHasUserStatus()) return null;
  return (
    <Switch
      label={t('users:invitation.invites')}
      description={t(server.server.emailEnabled ? 'users:invitation.byMail' : 'users:invitation.byHand')}
      checked={values.invites}
      onChange={(event) => onChange({ invites: event.currentTarget.checked, password: '', confirmation: '' })}
    />
  );
}

function Identity({ user, values, problems, context, onChange }: TabProps) {
  const { t } = useTranslation(['users', 'account']);
  const field = (name: 'name' | 'email' | 'phone' | 'password' | 'confirmation') => {
    const problem = problems[name];
    return {
      label: t(`users:identity.${name}`),
      value: values[name],
      maxLength: MAX_LENGTH,
      error: problem === undefined ? null : t(`users:problem.${problem}`),
      onChange: (event: { currentTarget: HTMLInputElement }) =>
        onChange({ [name]: event.currentTarget.value }),
    };
  };
  const reveal = { 'aria-label': t('account:showPassword'), tabIndex: 0 };
  return (
    <>
      <TextInput {...field('name')} withAsterisk />
      <TextInput
        {...field('email')}
        withAsterisk
        disabled={user.fixedEmail && !context.actor.administrator}
      />
      <TextInput {...field('phone')} inputMode="tel" />
      {user.id <= 0 && <InviteSwitch values={values} onChange={onChange} />}
      {!values.invites && (
        <PasswordInput
          {...field('password')}
          description={user.id > 0 ? t('account:passwordHint') : null}
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal}
        />
      )}
      {values.password !== '' && (
        <PasswordInput
          {...field('confirmation')}
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal}
        />
      )}
    </>
  );
}
