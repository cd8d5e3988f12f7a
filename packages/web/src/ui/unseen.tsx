import styles from './unseen.module.css';

/** Words that only a screen reader says: what everybody else sees in a color, a sign or a place. */
export function Unseen({ children }: { readonly children: string }) {
  return <span className={styles.unseen}>{children}</span>;
}
