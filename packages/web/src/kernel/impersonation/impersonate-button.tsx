import { MINUTE_MS } from '@rastro/base';
import { Button, type ButtonProps } from '@mantine/core';
import { holdsAllOf } from '@rastro/fleet';
import type { UserWrite } from '@rastro/tracking-client';
import { UserRoundCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../queries/use-write.ts';
import { accountState } from '../accounts/account-state.ts';
import { useServices, useSignedIn } from '../services.tsx';
import { useRights } from '../use-rights.ts';
import form from '../../ui/form.module.css';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useNow } from '../../ui/use-now.ts';

export interface ImpersonateButtonProps {
  readonly user: UserWrite;
  /** The session is another user's now: nothing of this page counts any more. */
  readonly onDone: () => void;
  readonly size?: ButtonProps['size'];
}

/** Impersonates a user below, if the caller holds all their rights; the button to return is above every screen. */
export function ImpersonateButton({ user, onDone, size = 'xs' }: ImpersonateButtonProps) {
  const { t } = useTranslation('common');
  const { client } = useServices();
  const { user: actor, branding } = useSignedIn();
  const { may } = useRights();
  const failureText = useFailureText();
  const now = useNow(MINUTE_MS);
  const { busy, failure, run } = useWrite((id: number, signal) => client.session.impersonate(id, signal));
  const isAbove = user.id !== actor.id && holdsAllOf(actor, user, branding.brand);
  if (!isAbove || !may('users.edit') || accountState(user, now) !== 'active') return null;
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<UserRoundCheck size={15} aria-hidden />}
        loading={busy}
        onClick={() => void run(user.id).then((answer) => answer?.ok === true && onDone())}
      >
        {t('common:actAs')}
      </Button>
      {failure !== null && (
        <span className={form.outcome} role="alert">
          {failureText(failure)}
        </span>
      )}
    </>
  );
}
