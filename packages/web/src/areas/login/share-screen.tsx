import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { targetOf } from '../../kernel/session/guard.ts';
import { useSessionState } from '../../kernel/services.tsx';
import { LoginFrame } from './login-frame.tsx';
import styles from './login.module.css';
import { LoginError } from './login-error.tsx';
import { ShareEntry } from './share-entry.tsx';
import { TokenLogin } from './token-login.tsx';

/**
 * The way in of a guest, who has a link and nothing else.
 * @source docs/reference/requirements.md SPEC §2 "/share/:token"
 */
export function ShareScreen() {
  const { token = '' } = useParams();
  return <ShareOf key={token} token={token} />;
}

function ShareOf({ token }: { readonly token: string }) {
  const { t } = useTranslation('login');
  const state = useSessionState();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [failed, setFailed] = useState<string | null>(null);
  if (state.kind !== 'signedIn' && state.kind !== 'signedOut') return null;
  return (
    <LoginFrame branding={state.branding} title={t('login:shareTitle')} lead={null}>
      {token === '' && <ShareEntry />}
      <LoginError failure={failed === null ? null : { code: failed, message: '' }} />
      {token !== '' && failed !== 'INVALID_SHARE' && (
        <TokenLogin
          token={token}
          isShare
          onEnter={() => void navigate(targetOf(search.get('to')), { replace: true })}
          onFail={setFailed}
        />
      )}
      {state.kind === 'signedOut' && (
        <p className={styles.other}>
          <Link className={styles.link} to="/login">
            {t('login:back')}
          </Link>
        </p>
      )}
    </LoginFrame>
  );
}
