import { Button, Loader } from '@mantine/core';
import type { AccountKey } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { TokenDialog } from '../../kernel/accounts/token-dialog.tsx';
import { useServices } from '../../kernel/services.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import form from '../../ui/form.module.css';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './account.module.css';
import { agentName } from './agent-name.ts';
import { PushBrowsers } from './push-browsers.tsx';
import { ACCOUNT_KEY, useKeys } from './use-account-status.ts';

/** Open question: end one key, end all other sessions, or make a new token. */
type Asked = AccountKey | 'others' | 'token' | null;

/** Sessions of the user, and the tokens that they gave to programs. */
export function KeysTab() {
  const { t } = useTranslation(['account', 'common']);
  const failureText = useFailureText();
  const { data, error, refetch } = useKeys();
  const [asked, setAsked] = useState<Asked>(null);
  if (data === undefined) {
    return (
      <div className={form.fields} role="status">
        {error === null ? (
          <Loader type="dots" aria-label={t('common:loading')} />
        ) : (
          <>
            <p className={form.notice}>{failureText(failureIn(error))}</p>
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              {t('common:list.retry')}
            </Button>
          </>
        )}
      </div>
    );
  }
  const sessions = data.filter(({ kind }) => kind === 'session');
  const tokens = data.filter(({ kind }) => kind === 'token');
  return (
    <div className={form.fields}>
      <section className={form.group} aria-labelledby="account-sessions">
        <h2 id="account-sessions" className={form.legend}>
          {t('account:keys.sessions')}
        </h2>
        <KeyList keys={sessions} onEnd={setAsked} />
        {sessions.some(({ isCurrent }) => !isCurrent) && (
          <div className={styles.row}>
            <Button variant="default" onClick={() => setAsked('others')}>
              {t('account:keys.endOthers')}
            </Button>
          </div>
        )}
      </section>
      <section className={form.group} aria-labelledby="account-tokens">
        <h2 id="account-tokens" className={form.legend}>
          {t('account:keys.tokens')}
        </h2>
        <p className={styles.text}>{t('account:keys.tokensText')}</p>
        {tokens.length === 0 ? (
          <p className={styles.text}>{t('account:keys.noTokens')}</p>
        ) : (
          <KeyList keys={tokens} onEnd={setAsked} />
        )}
        <div className={styles.row}>
          <Button variant="default" onClick={() => setAsked('token')}>
            {t('account:keys.newToken')}
          </Button>
        </div>
      </section>
      <PushBrowsers />
      {asked === 'token' && <TokenDialog touches={ACCOUNT_KEY} onClose={() => setAsked(null)} />}
      {asked !== null && asked !== 'token' && <EndDialog what={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

interface EndDialogProps {
  readonly what: AccountKey | 'others';
  readonly onClose: () => void;
}

function EndDialog({ what, onClose }: EndDialogProps) {
  const { t } = useTranslation('account');
  const { client } = useServices();
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite(
    (key: AccountKey | 'others', signal) =>
      key === 'others' ? client.account.endOthers(signal) : client.account.endKey(key.id, signal),
    { touches: ACCOUNT_KEY },
  );
  const kind = what === 'others' ? 'others' : what.kind;
  return (
    <ConfirmDialog
      title={t(`account:keys.ask.${kind}`)}
      text={t(`account:keys.askText.${kind}`)}
      confirm={t('account:keys.end')}
      busy={busy}
      failure={failure === null ? null : failureText(failure)}
      onConfirm={() => void run(what).then((answer) => answer?.ok === true && onClose())}
      onCancel={onClose}
    />
  );
}

interface KeyListProps {
  readonly keys: readonly AccountKey[];
  readonly onEnd: (key: AccountKey) => void;
}

function KeyList({ keys, onEnd }: KeyListProps) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const at = (instant: string): string => format.dateTime(Date.parse(instant));
  return (
    <ul className={styles.keys}>
      {keys.map((key) => {
        const { id, kind, name, address, userAgent, createdTime, lastUsed, expirationTime } = key;
        const title = name ?? agentName(userAgent) ?? t(`account:keys.unnamed.${kind}`);
        const details = [
          address,
          lastUsed === null
            ? t('account:keys.made', { when: at(createdTime) })
            : t('account:keys.used', { when: at(lastUsed) }),
          expirationTime === null ? null : t('account:keys.until', { when: at(expirationTime) }),
        ];
        return (
          <li key={id} className={styles.key}>
            <span className={styles.facts}>
              <span>{title}</span>
              <span className={styles.detail}>{details.filter((each) => each !== null).join(' · ')}</span>
              {key.isActing && <span className={styles.detail}>{t('account:keys.acting')}</span>}
            </span>
            {key.isCurrent ? (
              <span className={styles.detail}>{t('account:keys.current')}</span>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('account:keys.endOne', { name: title })}
                onClick={() => onEnd(key)}
              >
                {t('account:keys.end')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
