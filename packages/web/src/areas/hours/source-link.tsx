import styles from './hours.module.css';
import { lawAddress } from './rule-text.ts';

/** Law and article, leading to the law where its address is known. */
export function SourceLink({ source }: { readonly source: string }) {
  const address = lawAddress(source);
  if (address === null) return source;
  return (
    <a className={styles.law} href={address} target="_blank" rel="noreferrer">
      {source}
    </a>
  );
}
