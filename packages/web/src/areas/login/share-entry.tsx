import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import styles from './login.module.css';
import { LoginError } from './login-error.tsx';
import { shareTokenIn } from './share-token.ts';

/**
 * Takes a share by its link, for who has it on paper or in another program.
 * @source docs/reference/requirements.md SPEC §2 "share-link access"
 */
export function ShareEntry() {
  const { t } = useTranslation('login');
  const navigate = useNavigate();
  const [pasted, setPasted] = useState('');
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const token = shareTokenIn(pasted);
        if (token === null) setFailed(pasted.trim() === '' ? 'FILL_ALL_FIELDS' : 'INVALID_SHARE');
        else void navigate(`/share/${token}`);
      }}
    >
      <LoginError failure={failed === null ? null : { code: failed, message: '' }} />
      <TextInput
        label={t('login:shareLink')}
        description={t('login:shareHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        size="md"
        value={pasted}
        onChange={(event) => {
          setPasted(event.currentTarget.value);
          setFailed(null);
        }}
      />
      <Button type="submit" size="md" fullWidth>
        {t('login:shareGo')}
      </Button>
    </form>
  );
}
