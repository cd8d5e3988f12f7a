import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import styles from './importing.module.css';

interface ImportPageProps {
  readonly title: string;
  readonly back: string;
  readonly children: ReactNode;
}
/** The page on which a file is chosen, checked and imported. */
export function ImportPage({ title, back, children }: ImportPageProps) {
  return (
    <Panel title={title} back={back} expandable tall>
      <div className={styles.import}>{children}</div>
    </Panel>
  );
}
export function ImportActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
