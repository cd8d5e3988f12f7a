import { Button, NativeSelect } from '@mantine/core';
import type { TrafficRecording } from '@rastro/fleet';
import { CircleStop, Radio } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './traffic.module.css';
import type { TrafficControls } from './use-traffic.ts';

const MINUTES = [1, 5, 15] as const;

/** Duration of the recording, start and stop, and its state. */
export function RecordingBar({
  recording,
  controls,
}: {
  recording: TrafficRecording;
  controls: TrafficControls;
}) {
  const { t } = useTranslation('traffic');
  const format = useFormat();
  const failureText = useFailureText();
  const [minutes, setMinutes] = useState('5');
  const { state, endsAt, total } = recording;
  const isRecording = state === 'recording';
  return (
    <div className={styles.bar}>
      <div className={styles.controls}>
        {!isRecording && (
          <NativeSelect
            size="sm"
            aria-label={t('traffic:duration')}
            value={minutes}
            onChange={(event) => setMinutes(event.currentTarget.value)}
            data={MINUTES.map((count) => ({ value: String(count), label: t('traffic:minutes', { count }) }))}
          />
        )}
        {isRecording ? (
          <Button
            size="sm"
            variant="default"
            leftSection={<CircleStop size={16} aria-hidden />}
            loading={controls.isBusy}
            onClick={controls.stop}
          >
            {t('traffic:stop')}
          </Button>
        ) : (
          <Button
            size="sm"
            leftSection={<Radio size={16} aria-hidden />}
            loading={controls.isBusy}
            onClick={() => controls.start(Number(minutes) * 60)}
          >
            {t('traffic:start')}
          </Button>
        )}
      </div>
      <p className={styles.state} role="status" data-state={state}>
        {t(`traffic:state.${state}`, {
          count: total,
          time: endsAt === null ? '' : format.moment(Date.parse(endsAt)),
        })}
      </p>
      {controls.failure !== null && (
        <p className={styles.failure} role="alert">
          {failureText(controls.failure)}
        </p>
      )}
    </div>
  );
}
