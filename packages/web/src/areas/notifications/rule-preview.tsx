import { Button } from '@mantine/core';
import { TriangleAlert, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { soundAddress } from '../../kernel/event-style/sound-address.ts';
import { DEFAULT_SOUND, isBuiltIn, tonesOf } from '../../kernel/event-style/sound-notes.ts';
import { openSpeaker, type Speaker } from '../../kernel/event-style/speaker.ts';
import toast from '../../kernel/event-style/toast.module.css';
import styles from '../../ui/form.module.css';
import own from './notifications.module.css';
import type { RuleValues } from './rule-values.ts';

/** The notice as it would stand on the map. */
export function RulePreview({ values: { type, alarms, color } }: { readonly values: RuleValues }) {
  const { t } = useTranslation(['notifications', 'events', 'attributes']);
  const [first = 'general'] = alarms;
  const what = t(`events:kind.${type}`);
  return (
    <div
      role="img"
      aria-label={t('notifications:look.preview')}
      className={`${toast['toast'] ?? ''} ${own['preview'] ?? ''}`}
      data-event-color={color === '' ? (type === 'alarm' ? 'red' : 'yellow') : color}
    >
      <span className={toast['message']}>
        <TriangleAlert className={toast['icon']} size={18} aria-hidden />
        <span className={toast['text']}>
          <span className={toast['name']}>{t('notifications:look.vehicle')}</span>
          <span className={toast['what']}>
            {type === 'alarm' ? `${what}: ${t(`attributes:alarm.${first}`, first)}` : what}
          </span>
        </span>
      </span>
    </div>
  );
}

/** Plays the sound of a rule; says when it cannot be played. */
export function PlayButton({ values: { sound, soundUrl } }: { readonly values: RuleValues }) {
  const { t } = useTranslation('notifications');
  const held = useRef<Speaker | null>(null);
  useEffect(() => () => held.current?.close(), []);
  const [isSilent, setSilent] = useState(false);
  const play = async (): Promise<void> => {
    setSilent(false);
    const speaker = (held.current ??= openSpeaker(window));
    if (sound !== 'custom') speaker.play(tonesOf(isBuiltIn(sound) ? sound : DEFAULT_SOUND));
    else {
      const address = soundAddress(soundUrl.trim(), window.location.origin);
      setSilent(address === null || !(await speaker.playFile(address)));
    }
  };
  return (
    <div className={styles.more}>
      <Button
        size="xs"
        variant="default"
        leftSection={<Volume2 size={15} aria-hidden />}
        onClick={() => void play()}
      >
        {t('notifications:look.play')}
      </Button>
      {isSilent && (
        <span role="alert" className={own['failed']}>
          {t('notifications:look.silent')}
        </span>
      )}
    </div>
  );
}
