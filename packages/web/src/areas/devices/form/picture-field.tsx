import { Button } from '@mantine/core';
import type { Device } from '@rastro/fleet';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DevicePicture, usePictureUrl } from '../panel/device-picture.tsx';
import styles from './device-form.module.css';
import type { PictureChange } from './save-device.ts';
import { PICTURE_TYPES, shrinkPicture } from '../../../kernel/pictures/shrink-picture.ts';

export interface PictureFieldProps {
  readonly device: Device;
  readonly change: PictureChange;
  readonly disabled: boolean;
  readonly onChange: (change: PictureChange) => void;
}

/** The picture of the vehicle: chosen, replaced or removed here, written when the form is saved. */
export function PictureField({ device, change, disabled, onChange }: PictureFieldProps) {
  const { t } = useTranslation('deviceform');
  const [isUnreadable, setUnreadable] = useState(false);
  const saved = usePictureUrl(device);
  const isVisible = change.kind === 'new' || (change.kind === 'keep' && saved !== null);
  const forget = (): void => {
    if (change.kind === 'new') URL.revokeObjectURL(change.url);
  };
  const choose = async (file: File): Promise<void> => {
    const bytes = await shrinkPicture(file);
    setUnreadable(bytes === null);
    if (bytes === null) return;
    forget();
    onChange({ kind: 'new', bytes, url: URL.createObjectURL(bytes) });
  };
  return (
    <div className={styles.pictureField} role="group" aria-label={t('deviceform:picture.label')}>
      <div className={styles.frame}>
        {change.kind === 'new' && (
          <img src={change.url} alt={t('deviceform:picture.label')} className={styles.photo} />
        )}
        {change.kind === 'keep' && saved !== null && (
          <DevicePicture device={device} alt={t('deviceform:picture.label')} className={styles.photo} />
        )}
        {!isVisible && <span className={styles.noPhoto}>{t('deviceform:picture.none')}</span>}
      </div>
      <div className={styles.pictureActions}>
        <ChooseButton
          label={t(isVisible ? 'deviceform:picture.replace' : 'deviceform:picture.choose')}
          disabled={disabled}
          onFile={(file) => void choose(file)}
        />
        {isVisible && (
          <Button
            variant="default"
            size="xs"
            disabled={disabled}
            leftSection={<Trash2 size={15} aria-hidden />}
            onClick={() => {
              forget();
              onChange({ kind: saved === null ? 'keep' : 'remove' });
            }}
          >
            {t('deviceform:picture.remove')}
          </Button>
        )}
        {isUnreadable && (
          <p className={styles.failure} role="alert">
            {t('deviceform:picture.unreadable')}
          </p>
        )}
      </div>
    </div>
  );
}

interface ChooseButtonProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}

function ChooseButton({ label, disabled, onFile }: ChooseButtonProps) {
  const { t } = useTranslation('deviceform');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        className={styles.file}
        tabIndex={-1}
        aria-label={t('deviceform:picture.choose')}
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again.
          event.currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        leftSection={<ImagePlus size={15} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
