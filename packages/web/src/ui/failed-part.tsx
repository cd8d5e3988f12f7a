import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import styles from './failed-part.module.css';
import { ListMessage } from './list/list-state.tsx';
import { PanelHeader } from './panel-header.tsx';
import panel from './panel.module.css';

export interface FailedPartProps {
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

/** A screen whose code did not arrive. Not a `Panel`: on a phone its sheet is code that may be missing, too. */
export function FailedScreen({ onRetry }: FailedPartProps) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const titleId = useId();
  return (
    <section className={panel.panel} aria-labelledby={titleId} role="alert">
      <PanelHeader
        title={t('common:failedPart.title')}
        titleId={titleId}
        badge={null}
        actions={null}
        onBack={null}
        onClose={() => void navigate('/home')}
        size={null}
      />
      <div className={panel.body}>
        <ListMessage
          title={t('common:failedPart.screen')}
          text={t('common:failedPart.text')}
          action={{ label: t('common:list.retry'), onClick: onRetry }}
        />
        <p className={styles.reload}>
          <Button variant="subtle" size="xs" onClick={() => window.location.reload()}>
            {t('common:reload')}
          </Button>
        </p>
      </div>
    </section>
  );
}

/** The same about something small, over the page. */
export function FailedNotice({ isBusy, onRetry }: FailedPartProps) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.notice} role="alert">
      {t('common:failedPart.title')}
      <Button variant="default" size="compact-xs" loading={isBusy} onClick={onRetry}>
        {t('common:list.retry')}
      </Button>
    </div>
  );
}
