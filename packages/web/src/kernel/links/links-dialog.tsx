import { Button, NativeSelect, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/modal.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { useRights } from '../use-rights.ts';
import { otherKinds, rightOfLink, type LinkKind, type LinkSubject } from './link-kinds.ts';
import { LinkList } from './link-list.tsx';
import styles from './links.module.css';
import { useLinkChanges, type LinkChanges } from './use-link-changes.ts';

export interface LinksDialogProps {
  readonly subject: LinkSubject;
  readonly onClose: () => void;
  readonly patienceMs?: number;
}

/** Links one thing with everything that it may be linked with. Nothing is written before it is saved. */
export function LinksDialog({ subject, onClose, patienceMs }: LinksDialogProps) {
  const { t } = useTranslation(['links', 'errors', 'common']);
  const { may, isReadonly } = useRights();
  const kinds = otherKinds(subject.kind, may);
  const [chosen, setChosen] = useState<LinkKind | null>(null);
  const [isAsking, setAsking] = useState(false);
  const changes = useLinkChanges(subject);
  const kind = chosen ?? kinds[0];
  const { pending, progress } = changes;
  const mayChange = kind !== undefined && !isReadonly && may(rightOfLink(subject.kind, kind));
  const close = (): void => {
    if (progress !== null) return;
    if (pending.size > 0) setAsking(true);
    else onClose();
  };
  const classNames = { box: styles.dialog, title: styles.title };
  const cross = (
    <IconAction label={t('links:close')} onClick={close}>
      <X size={18} aria-hidden />
    </IconAction>
  );
  return (
    <Modal
      title={t('links:title', { name: subject.name })}
      classNames={classNames}
      beside={cross}
      onClose={close}
    >
      {kinds.length > 1 && (
        <div className={styles.kinds}>
          <NativeSelect
            aria-label={t('links:kindLabel')}
            value={kind ?? ''}
            data={kinds.map((each) => ({ value: each, label: t(`links:kind.${each}`) }))}
            onChange={({ currentTarget: { value } }) =>
              setChosen(kinds.find((each) => each === value) ?? null)
            }
          />
        </div>
      )}
      {kind === undefined ? (
        <p className={styles.note}>{t('links:noKinds')}</p>
      ) : (
        <LinkList
          key={kind}
          subject={subject}
          kind={kind}
          changes={changes}
          mayChange={mayChange}
          {...(patienceMs === undefined ? {} : { patienceMs })}
        />
      )}
      {kind !== undefined && !mayChange && <p className={styles.note}>{t('links:readonly')}</p>}
      <Foot changes={changes} isAsking={isAsking} onAsk={setAsking} onClose={onClose} />
    </Modal>
  );
}

interface FootProps {
  readonly changes: LinkChanges;
  /** The user wanted to close it with changes that are not saved. */
  readonly isAsking: boolean;
  readonly onAsk: (isAsking: boolean) => void;
  readonly onClose: () => void;
}

/** State of the changes, and the buttons to save and discard them. */
function Foot({ changes, isAsking, onAsk, onClose }: FootProps) {
  const { t } = useTranslation('links');
  const [isSaved, setSaved] = useState(false);
  const { pending, failures, progress } = changes;
  const stand = (): string => {
    if (progress !== null) return t('links:progress', { done: progress.done, total: progress.total });
    if (failures.size > 0) return t('links:someFailed', { count: failures.size });
    if (pending.size > 0) return t(isAsking ? 'links:ask' : 'links:pending', { count: pending.size });
    return isSaved ? t('links:saved') : '';
  };
  return (
    <>
      {progress !== null && (
        <Progress
          className={styles.progress ?? ''}
          value={(100 * progress.done) / Math.max(1, progress.total)}
          aria-label={t('links:progress', { done: progress.done, total: progress.total })}
        />
      )}
      <footer className={styles.footer}>
        <p className={styles.outcome} role="status" data-failed={failures.size > 0}>
          {stand()}
        </p>
        {pending.size > 0 && (
          <Button
            variant="default"
            disabled={progress !== null}
            onClick={() => {
              changes.discard();
              if (isAsking) onClose();
            }}
          >
            {t('links:discard')}
          </Button>
        )}
        <Button
          disabled={pending.size === 0}
          loading={progress !== null}
          onClick={() => {
            onAsk(false);
            void changes.save().then(setSaved);
          }}
        >
          {t('links:save')}
        </Button>
      </footer>
    </>
  );
}
