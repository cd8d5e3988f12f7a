import { matchLanguage } from '@rastro/fleet';
import { TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './draw-bar.module.css';
import { readLength } from './read-length.ts';

/** The radius of the edited circle, typed; without a circle one is drawn in the middle of the map. */
export function RadiusField({ onRadius }: { onRadius: (metres: number) => void }) {
  const { t, i18n } = useTranslation('geofences');
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const metres = readLength(text, matchLanguage(i18n.language) ?? 'en');
    setWrong(metres === null);
    if (metres !== null) onRadius(metres);
  };
  return (
    <form className={styles.radius} onSubmit={submit}>
      <TextInput
        size="sm"
        label={t('geofences:draw.typeRadius')}
        enterKeyHint="done"
        autoComplete="off"
        value={text}
        error={isWrong && t('geofences:draw.radiusWrong')}
        onChange={(event) => {
          setWrong(false);
          setText(event.currentTarget.value);
        }}
      />
    </form>
  );
}
