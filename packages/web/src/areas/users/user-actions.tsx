import { MINUTE_MS } from '@rastro/base';
import { Anchor, Button } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import type { UserWrite } from '@rastro/tracking-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountState } from '../../kernel/accounts/account-state.ts';
import { TokenDialog } from '../../kernel/accounts/token-dialog.tsx';
import { beginAsOther } from '../../kernel/impersonation/begin-as-other.ts';
import { ImpersonateButton } from '../../kernel/impersonation/impersonate-button.tsx';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { useSignedIn } from '../../kernel/services.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useHasUserStatus } from './use-users.ts';
import { roleOf } from './user-state.ts';
import styles from './users.module.css';

const MAIL = 'mailto:';
const PHONE = 'tel:';

/** Links of the user, signing in as them, and tokens for them. */
export function UserActions({ user }: { readonly user: UserWrite }) {
  return (
    <p className={styles.acts}>
      <LinksButton subject={{ kind: 'user', id: user.id, name: user.name }} />
      <ImpersonateButton user={user} onDone={beginAsOther} />
      <NewToken user={user} />
    </p>
  );
}

/** A token for a program of a customer, by an administrator; where the tracking server makes them for others. */
function NewToken({ user }: { readonly user: UserWrite }) {
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
export function ContactLinks({ user }: { readonly user: UserWrite }) {
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
