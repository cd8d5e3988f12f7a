import { Button, TextInput } from '@mantine/core';
import { readQrCode } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCodeReader, useCamera } from './use-camera.ts';
import styles from './codes.module.css';

export interface CodeReaderProps {
  /** Message for an invalid code. */
  readonly wrong: string;
  /** The last code was invalid. */
  readonly isWrong?: boolean;
  readonly onCode: (code: string) => void;
}

/** A code of a sheet or label, by the camera or typed. */
export function CodeReader({ wrong, isWrong = false, onCode }: CodeReaderProps) {
  const { t } = useTranslation('codes');
  const [isDenied, setDenied] = useState(isWrong);
  const found = (text: string): void => {
    const code = readQrCode(text);
    setDenied(code === null);
    if (code !== null) onCode(code);
  };
  return (
    <>
      {hasCodeReader() ? <Camera onFound={found} /> : <p>{t('codes:noCamera')}</p>}
      <Typed error={isDenied ? wrong : null} onTyped={found} />
    </>
  );
}

function Camera({ onFound }: { readonly onFound: (text: string) => void }) {
  const { t } = useTranslation('codes');
  const { video, isDenied } = useCamera(onFound);
  if (isDenied) return <p role="alert">{t('codes:cameraRefused')}</p>;
  return <video ref={video} className={styles.camera} aria-label={t('codes:camera')} muted playsInline />;
}

interface TypedProps {
  readonly error: string | null;
  readonly onTyped: (text: string) => void;
}
function Typed({ error, onTyped }: TypedProps) {
  const { t } = useTranslation('codes');
  const [text, setText] = useState('');
  return (
    <form
      className={styles.typed}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onTyped(text);
      }}
    >
      <TextInput
        size="lg"
        label={t('codes:code')}
        description={t('codes:codeHint')}
        error={error}
        value={text}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" variant="default">
        {t('codes:next')}
      </Button>
    </form>
  );
}
