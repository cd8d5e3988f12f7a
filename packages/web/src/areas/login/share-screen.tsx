import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { targetOf } from '../../kernel/session/guard.ts';
import { useSessionState } from '../../kernel/services.tsx';
import { LoginFrame } from './login-frame.tsx';
import { Refusal } from './refusal.tsx';
import { TokenLogin } from './token-login.tsx';

/** The way in of a guest, who has a link and nothing else. @source SPEC §2 "/share/:token" */
export function ShareScreen() {
  const { t } = useTranslation('login');
  const state = useSessionState();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { token = '' } = useParams();
  const [failed, setFailed] = useState<string | null>(token === '' ? 'INVALID_SHARE' : null);
  if (state.kind !== 'signedIn' && state.kind !== 'signedOut') return null;
  return (
    <LoginFrame branding={state.branding} title={t('login:shareTitle')} lead={null}>
      <Refusal failure={failed === null ? null : { code: failed, message: '' }} />
      {failed !== 'INVALID_SHARE' && (
        <TokenLogin
          token={token}
          isShare
          onEnter={() => void navigate(targetOf(search.get('to')), { replace: true })}
          onFail={setFailed}
        />
      )}
    </LoginFrame>
  );
}
