import { isShared } from '@rastro/fleet';
import { ArrowLeft, Printer, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSignedIn } from '../../kernel/services.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { ListLoading } from '../../ui/list/list-state.tsx';
import { HelpArticle } from './help-article.tsx';
import { HelpPaper } from './help-paper.tsx';
import { GUEST_TOPIC, topicIn, type HelpTopic } from './help-topics.ts';
import styles from './help.module.css';
import { useHelpPages, useHelpTopics } from './use-help.ts';

export interface HelpSheetProps {
  /** Handle of the route of the open screen. */
  readonly screen: unknown;
  /** A driver has this page alone. */
  readonly only?: HelpTopic | undefined;
  readonly onClose: () => void;
}
const ROW_PX = 48;

/** Help next to the screen that it is about; over all of a phone. */
export function HelpSheet({ screen, only, onClose }: HelpSheetProps) {
  const { t } = useTranslation('help');
  const { user } = useSignedIn();
  const first = only ?? (isShared(user) ? GUEST_TOPIC : (topicIn(screen) ?? 'help'));
  const [trail, setTrail] = useState<readonly HelpTopic[]>([first]);
  const isAlone = only !== undefined;
  const topics = useHelpTopics();
  const { data, isError } = useHelpPages();
  const content = useRef<HTMLDivElement>(null);
  const current = trail.at(-1) ?? first;
  const page = data?.get(current);
  useEffect(() => content.current?.scrollTo?.({ top: 0 }), [current]);
  return (
    <Modal
      title={page?.title ?? t('help:title')}
      classNames={{ box: styles.sheet, title: styles.title }}
      onClose={onClose}
      focus={content}
      beside={
        <SheetTools onBack={trail.length > 1 ? () => setTrail(trail.slice(0, -1)) : null} onClose={onClose} />
      }
    >
      {/* It scrolls by the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={content} className={styles.content} tabIndex={0} role="region" aria-label={t('help:text')}>
        {page === undefined &&
          (isError ? <p role="alert">{t('help:failed')}</p> : <ListLoading rowPx={ROW_PX} />)}
        {page !== undefined && (
          <>
            <HelpArticle
              page={page}
              topics={isAlone ? [] : topics}
              level={3}
              onTopic={(next) => setTrail([...trail, next])}
              onLeave={onClose}
            />
            <HelpPaper page={page} />
          </>
        )}
        {!isAlone && (
          <p className={styles.all}>
            <Link to="/help" onClick={onClose}>
              {t('help:all')}
            </Link>
          </p>
        )}
      </div>
    </Modal>
  );
}

interface SheetToolsProps {
  /** null = this is the first page. */
  readonly onBack: (() => void) | null;
  readonly onClose: () => void;
}

function SheetTools({ onBack, onClose }: SheetToolsProps) {
  const { t } = useTranslation('help');
  return (
    <span className={styles.tools}>
      {onBack !== null && (
        <IconAction label={t('help:back')} onClick={onBack}>
          <ArrowLeft size={18} aria-hidden />
        </IconAction>
      )}
      <IconAction label={t('help:print')} onClick={() => window.print()}>
        <Printer size={17} aria-hidden />
      </IconAction>
      <IconAction label={t('help:close')} onClick={onClose}>
        <X size={19} aria-hidden />
      </IconAction>
    </span>
  );
}
