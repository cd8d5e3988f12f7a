import { Button, FileButton } from '@mantine/core';
import type { BrandFile } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { pictureUrl } from './picture-url.ts';
import styles from './theme.module.css';

export interface LogoFieldProps {
  readonly use: 'logo' | 'icon';
  /** Its name; '' = none. */
  readonly file: string;
  readonly onChange: (file: string) => void;
}

/** Image types that the server re-encodes. */
const KINDS: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
/** Below what the server takes in one call. */
const MAX_BYTES = 1_000_000;

/** A picture of the brand: sent when it is chosen, shown to others when the look is published. */
export function LogoField({ use, file, onChange }: LogoFieldProps) {
  const { t } = useTranslation('theme');
  const failureText = useFailureText();
  const { extension } = useServices();
  const [isRejected, setRejected] = useState(false);
  const { busy, failure, run, forget } = useWrite<File, BrandFile>((picture, signal) =>
    extension.theme.upload(use, picture, signal),
  );
  const choose = async (picture: File | null): Promise<void> => {
    if (picture === null) return;
    forget();
    const isGood = KINDS.includes(picture.type) && picture.size <= MAX_BYTES;
    setRejected(!isGood);
    if (!isGood) return;
    const sent = await run(picture);
    if (sent?.ok === true) onChange(sent.value.file);
  };
  const name = t(`theme:field.${use}`);
  const problem = isRejected ? t('theme:wrongPicture') : failure && failureText(failure);
  return (
    <div role="group" aria-label={name}>
      <p className={styles.name}>{name}</p>
      <p className={styles.hint}>{t(`theme:hint.${use}`)}</p>
      {file !== '' && <img className={styles.picture} src={pictureUrl(use, file)} alt={name} />}
      <div className={styles.acts}>
        <FileButton accept={KINDS.join(',')} onChange={(picture) => void choose(picture)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={busy}>
              {t(file === '' ? 'theme:choose' : 'theme:replace')}
            </Button>
          )}
        </FileButton>
        {file !== '' && (
          <Button variant="default" size="xs" disabled={busy} onClick={() => onChange('')}>
            {t('theme:remove')}
          </Button>
        )}
      </div>
      {problem !== null && (
        <p className={styles.wrong} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
