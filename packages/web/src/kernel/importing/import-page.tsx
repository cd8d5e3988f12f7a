import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import styles from './importing.module.css';

interface ImportPageProps {
  readonly title: string;
  readonly back: string;
  /** Many fields stand beside each other. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}
/** The page on which a file is chosen, checked and imported. */
export function ImportPage({ title, back, wide = false, children }: ImportPageProps) {
  return (
    <Panel title={title} back={back} expandable tall wide={wide}>
      <div className={styles.import}>{children}</div>
    </Panel>
  );
}
export function ImportActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
