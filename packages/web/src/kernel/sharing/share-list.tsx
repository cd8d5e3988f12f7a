import { Button } from '@mantine/core';
import type { Share } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../formats/use-format.ts';
import { useShares } from './use-shares.ts';
import { useWrite } from '../queries/use-write.ts';
import { useServices } from '../services.tsx';
import { useRights } from '../use-rights.ts';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { SHARE_TERMS, shareLink } from './share-terms.ts';
import styles from './share.module.css';

export interface ShareListProps {
  /** Selects among all shares of the user. */
  readonly isListed: (share: Share) => boolean;
  /** Called with a link to an existing share. */
  readonly onLink: (made: { readonly link: string; readonly end: number }) => void;
}

/**
 * Active shares of a vehicle or a group: their end, and the actions for a new link, one more day, or the end of the
 * share.
 */
export function ShareList({ isListed, onLink }: ShareListProps) {
  const { t } = useTranslation('share');
  const { data = [] } = useShares();
  const shares = data.filter(isListed);
  if (shares.length === 0) return null;
  return (
    <section aria-label={t('share:current')} className={styles.shares}>
      <h3 className={styles.heading}>{t('share:current')}</h3>
      <ul className={styles.list}>
        {shares.map((share) => (
          <ShareLine key={share.id} share={share} onLink={onLink} />
        ))}
      </ul>
    </section>
  );
}

const WRITES = { touches: ['shares'] } as const;

function ShareLine({ share, onLink }: { readonly share: Share; readonly onLink: ShareListProps['onLink'] }) {
  const { t } = useTranslation('share');
  const { client } = useServices();
  const { may } = useRights();
  const format = useFormat();
  const failureText = useFailureText();
  const end = Date.parse(share.expiration ?? '');
  const until = format.dateTime(end);
  const link = useWrite((id: number, signal) => client.shares.link(id, signal));
  const extension = useWrite((later: string, signal) => {
    return client.shares.change(share.id, { expiration: later }, signal);
  }, WRITES);
  const ending = useWrite((id: number, signal) => client.shares.end(id, signal), WRITES);
  const failed = link.failure ?? extension.failure ?? ending.failure;

  const showLink = async (): Promise<void> => {
    const answer = await link.run(share.id);
    if (answer?.ok === true) onLink({ link: shareLink(answer.value, location.origin), end });
  };
  return (
    <li className={styles.share}>
      <span className={styles.until}>{t('share:until', { until })}</span>
      {may('share.edit') && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            loading={link.busy}
            aria-label={t('share:linkOf', { until })}
            onClick={() => void showLink()}
          >
            {t('share:link')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={extension.busy}
            aria-label={t('share:extendOf', { until })}
            onClick={() => void extension.run(new Date(end + SHARE_TERMS.h24).toISOString())}
          >
            {t('share:extend')}
          </Button>
        </>
      )}
      {may('share.delete') && (
        <Button
          size="compact-sm"
          variant="default"
          color="red"
          loading={ending.busy}
          aria-label={t('share:endNowOf', { until })}
          onClick={() => void ending.run(share.id)}
        >
          {t('share:endNow')}
        </Button>
      )}
      <DialogFailure text={failed === null ? null : failureText(failed)} />
    </li>
  );
}
