import { ActionIcon } from '@mantine/core';
import { ArrowLeft, Maximize2, Minimize2, X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './panel.module.css';
import { usePanelFocus, useTabInSight } from './use-panel-focus.ts';

export interface PanelHeaderProps {
  readonly title: string;
  readonly titleId: string;
  readonly badge: ReactNode;
  readonly actions: ReactNode;
  readonly onBack: (() => void) | null;
  readonly onClose: () => void;
  /** The control that makes the panel larger or smaller; null = none. */
  readonly size: { readonly expanded: boolean; readonly onToggle: () => void } | null;
}

export function PanelHeader({ title, titleId, badge, actions, onBack, onClose, size }: PanelHeaderProps) {
  const { t } = useTranslation('shell');
  const heading = useRef<HTMLHeadingElement>(null);
  usePanelFocus(heading);
  useTabInSight(heading);
  return (
    <div className={styles.header}>
      {onBack !== null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('shell:panel.back')}
          onClick={onBack}
        >
          <ArrowLeft size={18} aria-hidden />
        </ActionIcon>
      )}
      <h1 ref={heading} id={titleId} className={styles.title} title={title} tabIndex={-1}>
        {title}
      </h1>
      {badge}
      <div className={styles.actions}>
        {actions}
        {size !== null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-pressed={size.expanded}
            aria-label={t(size.expanded ? 'shell:panel.shrink' : 'shell:panel.expand')}
            onClick={size.onToggle}
          >
            {size.expanded ? <Minimize2 size={17} aria-hidden /> : <Maximize2 size={17} aria-hidden />}
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('shell:panel.close')}
          onClick={onClose}
        >
          <X size={19} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}
