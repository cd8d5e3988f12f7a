import { Button } from '@mantine/core';
import { MAX_PROOF_PICTURES } from '@rastro/fleet/orders';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PICTURE_TYPES, shrinkPicture } from '../../../kernel/pictures/shrink-picture.ts';
import { newStepId } from './stop-state.ts';
import styles from './stops.module.css';

export interface Photo {
  readonly id: string;
  /** Made small already. */
  readonly blob: Blob;
}
interface PhotoFieldProps {
  readonly photos: readonly Photo[];
  readonly onChange: (photos: readonly Photo[]) => void;
}
/** One of the pictures of a step may be its signature. */
const MAX_PHOTOS = MAX_PROOF_PICTURES - 1;

/** Photos of a step, taken with the camera of the phone and made small before they are stored. */
export function PhotoField({ photos, onChange }: PhotoFieldProps) {
  const { t } = useTranslation('qrdriver');
  const id = useId();
  const [isUnreadable, setUnreadable] = useState(false);
  const take = async (file: File): Promise<void> => {
    const blob = await shrinkPicture(file);
    setUnreadable(blob === null);
    if (blob !== null) onChange([...photos, { id: newStepId(), blob }]);
  };
  return (
    <div role="group" aria-label={t('qrdriver:proof.photos')} className={styles.photos}>
      <ul className={styles.thumbnails}>
        {photos.map((photo, index) => (
          <Thumbnail
            key={photo.id}
            photo={photo}
            name={t('qrdriver:proof.photo', { number: index + 1 })}
            onRemove={() => onChange(photos.filter((each) => each !== photo))}
          />
        ))}
      </ul>
      {photos.length < MAX_PHOTOS && (
        <span className={styles.take}>
          <input
            id={id}
            type="file"
            accept={PICTURE_TYPES}
            capture="environment"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) void take(file);
              currentTarget.value = '';
            }}
          />
          <label htmlFor={id}>{t('qrdriver:proof.takePhoto')}</label>
        </span>
      )}
      {isUnreadable && <p role="alert">{t('qrdriver:proof.unreadable')}</p>}
    </div>
  );
}

interface ThumbnailProps {
  readonly photo: Photo;
  readonly name: string;
  readonly onRemove: () => void;
}
function Thumbnail({ photo: { blob }, name, onRemove }: ThumbnailProps) {
  const { t } = useTranslation('qrdriver');
  const [url] = useState(() => URL.createObjectURL(blob));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <li>
      <img src={url} alt={name} />
      <Button
        variant="default"
        size="sm"
        aria-label={t('qrdriver:proof.removePhoto', { name })}
        onClick={onRemove}
      >
        {t('qrdriver:proof.remove')}
      </Button>
    </li>
  );
}
