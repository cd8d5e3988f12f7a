import { Button } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newUuid } from '../uuid.ts';
import styles from './pictures.module.css';
import { PICTURE_TYPES, shrinkPicture } from './shrink-picture.ts';

export interface Photo {
  readonly id: string;
  /** Made small already. */
  readonly blob: Blob;
}
interface PhotoFieldProps {
  readonly photos: readonly Photo[];
  readonly max: number;
  readonly onChange: (photos: readonly Photo[]) => void;
}
/** Photos, taken with the camera of the phone and made small before they are stored. */
export function PhotoField({ photos, max, onChange }: PhotoFieldProps) {
  const { t } = useTranslation('qrdriver');
  const id = useId();
  const [isUnreadable, setUnreadable] = useState(false);
  const take = async (file: File): Promise<void> => {
    const blob = await shrinkPicture(file);
    setUnreadable(blob === null);
    if (blob !== null) onChange([...photos, { id: newUuid(), blob }]);
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
      {photos.length < max && (
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
