import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginForm } from '../../areas/login/login-form.tsx';
import { loginMethods, OPENID_LOGIN } from '../../areas/login/login-methods.ts';
import { useFleet } from '../../kernel/fleet/fleet-context.tsx';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { startOver } from '../../kernel/session/start-over.ts';
import { DialogActions, DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';

const nothing = (): void => undefined;

/** The login, over the page. */
export function SignInDialog() {
  const { t } = useTranslation(['login', 'shell']);
  const { user, server } = useSignedIn();
  const { session } = useServices();
  const queries = useQueryClient();
  const fleet = useFleet();
  const methods = loginMethods(server.server);
  const enter = (): void => {
    const now = session.state();
    if (now.kind === 'signedIn' && now.user.id !== user.id) return startOver();
    fleet?.refresh();
    void queries.invalidateQueries();
  };
  return (
    <Modal
      isQuestion
      title={t('shell:over.title')}
      lead={t('shell:over.text', { name: user.name })}
      onClose={nothing}
    >
      {methods.password && (
        <LoginForm initialError={null} firstEmail={user.email} mayForget={false} onEnter={enter} />
      )}
      {methods.company && <CompanyAgain onEnter={enter} />}
      <DialogActions>
        <Button variant="subtle" color="red" onClick={() => session.leaveOver()}>
          {t('shell:over.leave')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** The provider has a page of its own, which opens in another window. */
function CompanyAgain({ onEnter }: { readonly onEnter: () => void }) {
  const { t } = useTranslation(['login', 'shell']);
  const { session } = useServices();
  const failureText = useFailureText();
  const [failed, setFailed] = useState<string | null>(null);
  const goOn = async (): Promise<void> => {
    const failure = await session.resume(new AbortController().signal);
    setFailed(failure && failureText(failure));
    if (failure === null) onEnter();
  };
  return (
    <>
      <DialogFailure text={failed} />
      <DialogActions>
        <Button component="a" variant="default" href={OPENID_LOGIN} target="_blank" rel="noopener">
          {t('login:company')}
        </Button>
        <Button onClick={() => void goOn()}>{t('shell:over.goOn')}</Button>
      </DialogActions>
    </>
  );
}
