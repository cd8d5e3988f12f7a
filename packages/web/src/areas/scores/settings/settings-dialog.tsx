import { Button, NativeSelect } from '@mantine/core';
import {
  isScoreSettings,
  readScoreSettings,
  scoreSettingsText,
  DEFAULT_SCORE_SETTINGS,
  type ScoreSettings,
} from '@rastro/fleet/scores';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScoredBy } from '../../../kernel/queries/use-ranking.ts';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../../ui/dialog/modal.tsx';
import { ListLoading, ListMessage } from '../../../ui/list/list-state.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { KindSliders } from './kind-sliders.tsx';
import { LeastSliders } from './least-sliders.tsx';
import { SettingsPreview } from './settings-preview.tsx';
import styles from './settings.module.css';
import { useSaveScores, useScoreTargets, type ScoreTarget } from './use-score-targets.ts';

interface SettingsDialogProps {
  readonly by: ScoredBy;
  /** Group that is shown; 0 = all vehicles. */
  readonly groupId: number;
  readonly onClose: () => void;
}

/** Settings of scores, with what they would make of the last 30 days. */
export function SettingsDialog({ by, groupId, onClose }: SettingsDialogProps) {
  const { t } = useTranslation('scores');
  const targets = useScoreTargets();
  const first = targets?.find((target) => target.groupId === groupId) ?? targets?.[0];
  return (
    <Modal
      title={t('scores:settings.title')}
      lead={t('scores:settings.lead')}
      isQuestion
      classNames={{ box: styles.dialog }}
      onClose={onClose}
    >
      {targets === undefined ? (
        <ListLoading />
      ) : first === undefined ? (
        <>
          <ListMessage title={t('scores:settings.noGroup')} text={t('scores:settings.noGroupText')} />
          <Button variant="default" onClick={onClose}>
            {t('scores:settings.close')}
          </Button>
        </>
      ) : (
        <SettingsForm targets={targets} first={first} by={by} onClose={onClose} />
      )}
    </Modal>
  );
}

const settingsIn = (text: string): ScoreSettings => readScoreSettings(text) ?? DEFAULT_SCORE_SETTINGS;

interface SettingsFormProps extends Pick<SettingsDialogProps, 'by' | 'onClose'> {
  readonly targets: readonly ScoreTarget[];
  readonly first: ScoreTarget;
}

function SettingsForm({ targets, first, by, onClose }: SettingsFormProps) {
  const { t } = useTranslation('scores');
  const failureText = useFailureText();
  const [groupId, setGroupId] = useState(first.groupId);
  const target = targets.find((each) => each.groupId === groupId) ?? first;
  const [draft, setDraft] = useState(() => settingsIn(target.inForce));
  const { busy, failure, run } = useSaveScores();
  const isValid = isScoreSettings(draft);
  const save = async (): Promise<void> => {
    if (!isValid) return;
    const text = scoreSettingsText(draft);
    const answer = await run({ target, text: text === target.above ? null : text });
    if (answer?.ok === true) onClose();
  };
  const choose = (id: number): void => {
    setGroupId(id);
    const chosen = targets.find((each) => each.groupId === id);
    if (chosen) setDraft(settingsIn(chosen.inForce));
  };
  return (
    <DialogForm
      submit={t('scores:settings.save')}
      busy={busy}
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      <NativeSelect
        label={t('scores:settings.target')}
        value={String(groupId)}
        data={targets.map(({ groupId: id, name }) => ({
          value: String(id),
          label: name ?? t('scores:settings.everything'),
        }))}
        onChange={({ currentTarget: { value } }) => choose(Number(value))}
      />
      <SettingsPreview target={target} by={by} draft={draft} />
      <KindSliders draft={draft} onChange={setDraft} />
      <LeastSliders draft={draft} onChange={setDraft} />
      <span>
        <Button variant="default" size="xs" onClick={() => setDraft(settingsIn(target.above))}>
          {t('scores:settings.usual')}
        </Button>
      </span>
      <DialogFailure
        text={failure !== null ? failureText(failure) : isValid ? null : t('scores:settings.invalid')}
      />
    </DialogForm>
  );
}
