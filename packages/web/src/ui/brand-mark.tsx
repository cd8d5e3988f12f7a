import styles from './brand-mark.module.css';

export interface BrandMarkProps {
  readonly title: string;
  readonly logo: string | null;
  readonly size: 'small' | 'large';
  /** Of the logo; null = as wide as its height makes it. */
  readonly widthPx: number | null;
}

/** The logo of the host's brand, or its title as text (docs/reference/requirements.md SPEC §2 "Layout"). */
export function BrandMark({ title, logo, size, widthPx }: BrandMarkProps) {
  if (logo !== null) {
    // One that has a width of its own is as high as that makes it, as far as the place for it goes.
    const style = widthPx === null ? undefined : { width: widthPx, height: 'auto' };
    return (
      <img
        className={`${styles.logo} ${styles[size]}`}
        data-wide={widthPx !== null}
        style={style}
        src={logo}
        alt={title}
      />
    );
  }
  return <span className={`${styles.name} ${styles[size]}`}>{title}</span>;
}
