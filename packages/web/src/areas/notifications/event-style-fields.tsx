import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { TriangleAlert, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EVENT_COLORS, TOAST_POSITIONS } from '../../kernel/event-style/event-style.ts';
import { soundAddress } from '../../kernel/event-style/sound-address.ts';
import { DEFAULT_SOUND, isBuiltIn, SOUND_NOTES, tonesOf } from '../../kernel/event-style/sound-notes.ts';
import { openSpeaker, type Speaker } from '../../kernel/event-style/speaker.ts';
import toast from '../../kernel/event-style/toast.module.css';
import styles from '../../ui/form.module.css';
import own from './notifications.module.css';
import type { RuleFieldsProps } from './rule-fields.tsx';
import type { RuleValues } from './rule-values.ts';

const BUILT_IN = Object.keys(SOUND_NOTES);

/** Look and sound of a notice in the browser, with a preview. */
export function EventStyleFields({ values, problems, mayEdit, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('notifications');
  return (
    <fieldset className={styles.group} disabled={!mayEdit}>
      <legend className={styles.legend}>{t('notifications:look.title')}</legend>
      <Preview values={values} />
      <NativeSelect
        label={t('notifications:look.color')}
        value={values.color}
        data={[
          { value: '', label: t('notifications:look.byKind') },
          ...EVENT_COLORS.map((value) => ({ value, label: t(`notifications:color.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ color: EVENT_COLORS.find((color) => color === value) ?? '' })
        }
      />
      <NativeSelect
        label={t('notifications:look.position')}
        value={values.position}
        data={TOAST_POSITIONS.map((value) => ({ value, label: t(`notifications:position.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ position: TOAST_POSITIONS.find((each) => each === value) ?? values.position })
        }
      />
      <Switch
        label={t('notifications:look.pin')}
        checked={values.pin}
        onChange={({ currentTarget: { checked } }) => onChange({ pin: checked })}
      />
      <SoundFields values={values} problems={problems} mayEdit={mayEdit} onChange={onChange} />
    </fieldset>
  );
}

function SoundFields({ values, problems, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('notifications');
  return (
    <>
      <NativeSelect
        label={t('notifications:look.sound')}
        value={values.sound}
        data={[
          { value: '', label: t('notifications:look.default') },
          ...BUILT_IN.map((value, at) => ({ value, label: t('notifications:look.number', { n: at + 1 }) })),
          { value: 'custom', label: t('notifications:look.custom') },
          { value: 'mute', label: t('notifications:look.mute') },
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ sound: value })}
      />
      {values.sound === 'custom' && (
        <TextInput
          label={t('notifications:look.soundUrl')}
          withAsterisk
          type="url"
          value={values.soundUrl}
          error={problems.has('soundUrl') ? t('notifications:problem.soundUrl') : null}
          onChange={({ currentTarget: { value } }) => onChange({ soundUrl: value })}
        />
      )}
      {values.sound !== 'mute' && <PlayButton values={values} />}
    </>
  );
}

/** The notice as it would stand on the map. */
function Preview({ values: { type, alarms, color } }: { readonly values: RuleValues }) {
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

/** Plays the sound; says when it cannot be played. */
function PlayButton({ values: { sound, soundUrl } }: { readonly values: RuleValues }) {
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
