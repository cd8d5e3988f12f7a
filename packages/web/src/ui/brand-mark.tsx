import styles from './brand-mark.module.css';

export interface BrandMarkProps {
  readonly title: string;
  readonly logo: string | null;
  readonly size: 'small' | 'large';
}

/** The logo of the host's brand, or its title as text (SPEC §2 "Layout"). */
export function BrandMark({ title, logo, size }: BrandMarkProps) {
  if (logo !== null) {
    return <img className={`${styles.logo} ${styles[size]}`} src={logo} alt={title} />;
  }
  return <span className={`${styles.name} ${styles[size]}`}>{title}</span>;
}
