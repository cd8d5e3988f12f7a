import { Button } from '@mantine/core';
import type { PushBrowser } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import form from '../../ui/form.module.css';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './account.module.css';
import { agentName } from './agent-name.ts';
import { ACCOUNT_KEY } from './use-account-status.ts';

const BROWSERS_KEY = [...ACCOUNT_KEY, 'push'] as const;

/** Browsers that get messages while the page is closed; empty where there are none. */
export function PushBrowsers() {
  const { t } = useTranslation(['account', 'common']);
  const failureText = useFailureText();
  const { client, pushService } = useServices();
  const [asked, setAsked] = useState<PushBrowser | null>(null);
  const { data, error, refetch } = useQuery<readonly PushBrowser[]>({
    queryKey: BROWSERS_KEY,
    queryFn: async ({ signal }) => valueOf(await client.notifications.pushBrowsers(signal)),
  });
  const { data: own = null } = useQuery({
    queryKey: [...BROWSERS_KEY, 'own'],
    queryFn: () => pushService.id(),
  });
  if (error === null && (data === undefined || data.length === 0)) return null;
  return (
    <section className={form.group} aria-labelledby="account-push">
      <h2 id="account-push" className={form.legend}>
        {t('account:push.title')}
      </h2>
      {data === undefined ? (
        <>
          <p className={form.notice}>{failureText(failureIn(error))}</p>
          <div className={styles.row}>
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              {t('common:list.retry')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={styles.text}>{t('account:push.text')}</p>
          <ul className={styles.keys}>
            {data.map((browser) => (
              <BrowserLine
                key={browser.id}
                browser={browser}
                isOwn={browser.id === own}
                onRemove={() => setAsked(browser)}
              />
            ))}
          </ul>
        </>
      )}
      {asked !== null && <RemoveDialog browser={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

interface BrowserLineProps {
  readonly browser: PushBrowser;
  readonly isOwn: boolean;
  readonly onRemove: () => void;
}

function BrowserLine({ browser, isOwn, onRemove }: BrowserLineProps) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { userAgent, createdTime, lastUsed } = browser;
  const title = agentName(userAgent) ?? t('account:keys.unnamed.session');
  const at = (instant: string): string => format.dateTime(Date.parse(instant));
  const details = [
    createdTime === null ? null : t('account:push.since', { when: at(createdTime) }),
    lastUsed === null ? t('account:push.unused') : t('account:push.used', { when: at(lastUsed) }),
  ];
  return (
    <li className={styles.key}>
      <span className={styles.facts}>
        <span>{title}</span>
        <span className={styles.detail}>{details.filter((each) => each !== null).join(' · ')}</span>
      </span>
      {isOwn ? (
        <span className={styles.detail}>{t('account:push.current')}</span>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('account:push.removeOne', { name: title })}
          onClick={onRemove}
        >
          {t('account:push.remove')}
        </Button>
      )}
    </li>
  );
}

function RemoveDialog({ browser, onClose }: { readonly browser: PushBrowser; readonly onClose: () => void }) {
  const { t } = useTranslation('account');
  const { client } = useServices();
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite(
    (id: string, signal) => client.notifications.forgetBrowser(id, signal),
    { touches: BROWSERS_KEY },
  );
  return (
    <ConfirmDialog
      title={t('account:push.ask')}
      text={t('account:push.askText')}
      confirm={t('account:push.remove')}
      busy={busy}
      failure={failure === null ? null : failureText(failure)}
      onConfirm={() => void run(browser.id).then((answer) => answer?.ok === true && onClose())}
      onCancel={onClose}
    />
  );
}
