import { Button, TextInput } from '@mantine/core';
import { FIELD_LIMITS, type BrandDomain, type Theme } from '@rastro/fleet';
import type { Answer } from '@rastro/tracking-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './theme.module.css';

interface DomainAction {
  readonly action: 'claim' | 'check' | 'trust' | 'remove';
  readonly domain: string;
}

export interface DomainListProps {
  readonly domains: readonly BrandDomain[];
  readonly onTheme: (theme: Theme) => void;
}

/** The domains that show this brand, and those that wait for their proof. Each action takes effect at once. */
export function DomainList({ domains, onTheme }: DomainListProps) {
  const { t } = useTranslation('theme');
  const failureText = useFailureText();
  const { extension } = useServices();
  const { user } = useSignedIn();
  const [leaving, setLeaving] = useState<string | null>(null);
  const { busy, failure, run } = useWrite<DomainAction, Theme>(
    ({ action, domain }, signal): Promise<Answer<Theme>> => {
      if (action === 'claim') return extension.theme.claim(domain, signal);
      if (action === 'remove') return extension.theme.giveUp(domain, signal);
      return extension.theme.check({ domain, trust: action === 'trust' }, signal);
    },
  );
  const doIt = async (wanted: DomainAction): Promise<boolean> => {
    const answer = await run(wanted);
    if (answer?.ok !== true) return false;
    onTheme(answer.value);
    setLeaving(null);
    return true;
  };
  const problem = failure === null ? null : failureText(failure);
  return (
    <section className={styles.domains}>
      <h2 className={styles.name}>{t('theme:tab.domains')}</h2>
      <NewDomain busy={busy} onClaim={(domain) => doIt({ action: 'claim', domain })} />
      {problem !== null && leaving === null && (
        <p className={styles.wrong} role="alert">
          {problem}
        </p>
      )}
      <ul className={styles.list} aria-label={t('theme:tab.domains')}>
        {domains.map((each) => (
          <Domain
            key={each.domain}
            domain={each}
            busy={busy}
            mayTrust={user.administrator}
            onAction={(action) =>
              action === 'remove' ? setLeaving(each.domain) : void doIt({ action, domain: each.domain })
            }
          />
        ))}
      </ul>
      {leaving !== null && (
        <ConfirmDialog
          title={t('theme:domain.removeTitle', { domain: leaving })}
          text={t('theme:domain.removeText')}
          confirm={t('theme:remove')}
          busy={busy}
          failure={problem}
          onConfirm={() => void doIt({ action: 'remove', domain: leaving })}
          onCancel={() => setLeaving(null)}
        />
      )}
    </section>
  );
}

interface NewDomainProps {
  readonly busy: boolean;
  /** @returns whether it is claimed: a rejected input stays. */
  readonly onClaim: (domain: string) => Promise<boolean>;
}

function NewDomain({ busy, onClaim }: NewDomainProps) {
  const { t } = useTranslation('theme');
  const [typed, setTyped] = useState('');
  const claim = async (): Promise<void> => {
    if (typed.trim() !== '' && (await onClaim(typed.trim()))) setTyped('');
  };
  return (
    <>
      <TextInput
        label={t('theme:domain.new')}
        description={t('theme:domain.hint')}
        value={typed}
        maxLength={FIELD_LIMITS.domain}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The form around it saves a draft; here a domain is meant.
          event.preventDefault();
          void claim();
        }}
      />
      <Button size="xs" variant="default" disabled={busy} onClick={() => void claim()}>
        {t('theme:domain.add')}
      </Button>
    </>
  );
}

interface DomainProps {
  readonly domain: BrandDomain;
  readonly busy: boolean;
  readonly mayTrust: boolean;
  readonly onAction: (action: 'check' | 'trust' | 'remove') => void;
}

function Domain({ domain: { domain, token, state }, busy, mayTrust, onAction }: DomainProps) {
  const { t } = useTranslation('theme');
  return (
    <li>
      <p className={styles.name}>{domain}</p>
      <p>{t(`theme:domain.${state}`)}</p>
      {state === 'waiting' && (
        <dl className={styles.proof}>
          <dt>{t('theme:domain.record')}</dt>
          <dd>{`_rastro-domain.${domain} TXT ${token}`}</dd>
          <dt>{t('theme:domain.file')}</dt>
          <dd>{`https://${domain}/.well-known/rastro-domain: ${token}`}</dd>
        </dl>
      )}
      <div className={styles.acts}>
        {state === 'waiting' && (
          <Button size="xs" variant="default" disabled={busy} onClick={() => onAction('check')}>
            {t('theme:domain.check')}
          </Button>
        )}
        {state === 'waiting' && mayTrust && (
          <Button size="xs" variant="default" disabled={busy} onClick={() => onAction('trust')}>
            {t('theme:domain.trust')}
          </Button>
        )}
        <Button size="xs" variant="default" disabled={busy} onClick={() => onAction('remove')}>
          {t('theme:remove')}
        </Button>
      </div>
    </li>
  );
}
