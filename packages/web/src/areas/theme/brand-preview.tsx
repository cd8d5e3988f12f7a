import { palettesOf, type BrandTheme, type Palette } from '@rastro/fleet';
import { Truck } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

import { useSignedIn } from '../../kernel/services.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { brandColor } from '../../ui/brand-color.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { pictureUrl } from './picture-url.ts';
import styles from './theme.module.css';

const SCHEMES = ['light', 'dark'] as const;
const paletteStyle = ({
  fill,
  onFill,
  text,
}: Palette): Readonly<Record<`--${string}`, string>> & CSSProperties => ({
  '--brand': fill,
  '--brand-contrast': onFill,
  '--brand-text': text,
});

/** Preview of a theme, light and dark. A picture: nothing in it can be used. */
export function BrandPreview({ theme }: { readonly theme: BrandTheme }) {
  const { t } = useTranslation(['theme', 'login']);
  const { branding } = useSignedIn();
  const palettes = palettesOf(brandColor(theme.color));
  const title = theme.title === '' ? branding.title : theme.title;
  const logo = theme.headLogo === '' ? null : pictureUrl('logo', theme.headLogo);
  const smallLogo = <BrandMark title={title} logo={logo} size="small" widthPx={null} />;
  return (
    <section>
      <h2 className={styles.name}>{t('theme:preview')}</h2>
      <div className={styles.preview} aria-hidden inert>
        {SCHEMES.map((scheme) => (
          <div
            key={scheme}
            className={styles.scene}
            data-scheme={scheme}
            style={paletteStyle(palettes[scheme])}
          >
            <div className={styles.login}>
              <BrandMark title={title} logo={logo} size="large" widthPx={null} />
              <p>{theme.loginTitle === '' ? t('login:title') : theme.loginTitle}</p>
              {theme.loginText !== '' && <p>{theme.loginText}</p>}
              <span className={styles.button}>{t('login:enter')}</span>
            </div>
            <div className={styles.head}>{smallLogo}</div>
            <div className={styles.row}>
              <Truck size={18} />
              <span>{t('theme:vehicle')}</span>
              <span className={styles.word}>{t('theme:open')}</span>
            </div>
            <div className={styles.phone}>
              {theme.icon !== '' && <img src={pictureUrl('icon', theme.icon)} alt="" />}
              <span>{title}</span>
              <span className={styles.button}>{t('theme:open')}</span>
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}

/** Both palettes of a color, and how well each can be read. */
export function ColourFigures({ color }: { readonly color: string }) {
  const { t } = useTranslation('theme');
  const format = useFormat();
  const palettes = palettesOf(brandColor(color));
  return (
    <ul className={styles.palettes}>
      {SCHEMES.map((scheme) => {
        const palette = palettes[scheme];
        const ratio = (of: number): string => format.number(Math.floor(of * 10) / 10);
        return (
          <li key={scheme}>
            <span className={styles.swatch} style={paletteStyle(palette)} aria-hidden />
            {t('theme:contrast', {
              scheme: t(`theme:scheme.${scheme}`),
              fill: palette.fill,
              onFill: ratio(palette.contrast.onFill),
              text: ratio(palette.contrast.text),
            })}
          </li>
        );
      })}
    </ul>
  );
}
