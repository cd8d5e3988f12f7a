import { NativeSelect, Textarea } from '@mantine/core';
import { FIELD_LIMITS, matchLanguage } from '@rastro/fleet';
import { INSPECTION_PHASES, type Checklist, type InspectionPhase } from '@rastro/fleet/inspections';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VehicleField } from '../../kernel/fleet/vehicle-field.tsx';
import { AnswerFields, AnswersProblem } from '../../kernel/inspections/answer-fields.tsx';
import { answersProblem, writtenAnswers, type AnswerValues } from '../../kernel/inspections/answer-values.ts';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { newUuid } from '../../kernel/uuid.ts';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useChecklists } from './use-inspections.ts';
import { useSendInspection } from './use-send-inspection.ts';

interface FillDialogProps {
  /** Vehicle that is chosen already; 0 = none. */
  readonly deviceId: number;
  readonly onClose: () => void;
  /** @param id Of the inspection. */
  readonly onDone: (id: number) => void;
}
/** Choices before the questions. */
interface Choice {
  readonly deviceId: number;
  readonly checklistId: number;
  readonly phase: InspectionPhase;
}

/** An inspection that a user fills in. */
export function FillDialog({ deviceId, onClose, onDone }: FillDialogProps) {
  const { t, i18n } = useTranslation('inspections');
  const language = matchLanguage(i18n.language) ?? 'en';
  const failureText = useFailureText();
  const { data, error } = useChecklists('');
  const [choice, setChoice] = useState<Choice>({ deviceId, checklistId: 0, phase: 'before' });
  const [values, setValues] = useState<AnswerValues>(new Map());
  const [note, setNote] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [begun] = useState(() => ({ key: newUuid(), startedAt: new Date().toISOString() }));
  const { busy, failure, run } = useSendInspection();
  const checklists = data?.pages.flatMap((page) => page.checklists);
  const checklist = checklists?.find(({ id }) => id === choice.checklistId);
  const items = checklist?.items ?? [];
  const written = writtenAnswers(items, values, language);
  const send = async (): Promise<void> => {
    setChecked(true);
    if (checklist === undefined || choice.deviceId === 0) return;
    if (answersProblem(items, values, language) !== null) return;
    const content = {
      ...begun,
      ...choice,
      revision: checklist.revision,
      phase: phaseOf(checklist, choice.phase),
      finishedAt: new Date().toISOString(),
      odometerKm: null,
      note: note.trim(),
      answers: written.answers,
      confirmations: [],
    };
    const answer = await run({ content, pictures: written.pictures });
    if (answer?.ok === true) onDone(answer.value.id);
  };
  const problem = failure ?? (error === null ? null : failureIn(error));
  return (
    <Modal title={t('inspections:new')} lead={t('inspections:fill.lead')} busy={busy} onClose={onClose}>
      <DialogForm
        submit={t('inspections:fill.save')}
        busy={busy}
        onSubmit={() => void send()}
        onCancel={onClose}
      >
        <Choices
          {...{ choice, isChecked, checklists }}
          onChange={(more) => setChoice({ ...choice, ...more })}
        />
        <AnswerFields {...{ items, values, isChecked }} onChange={setValues} />
        {items.length > 0 && <NoteField note={note} onChange={setNote} />}
        {isChecked && <AnswersProblem {...{ items, values }} />}
        <DialogFailure text={problem === null ? null : failureText(problem)} />
      </DialogForm>
    </Modal>
  );
}

function NoteField({ note, onChange }: { readonly note: string; readonly onChange: (note: string) => void }) {
  const { t } = useTranslation('inspections');
  return (
    <Textarea
      label={t('inspections:field.note')}
      rows={2}
      maxLength={FIELD_LIMITS.inspection.note}
      value={note}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A checklist for one time of the shift alone says so itself. */
const phaseOf = ({ phases }: Checklist, chosen: InspectionPhase): InspectionPhase =>
  phases.includes(chosen) ? chosen : (phases[0] ?? chosen);

interface ChoicesProps {
  readonly choice: Choice;
  readonly isChecked: boolean;
  /** Undefined = not known yet. */
  readonly checklists: readonly Checklist[] | undefined;
  readonly onChange: (more: Partial<Choice>) => void;
}
function Choices({ choice, isChecked, checklists, onChange }: ChoicesProps) {
  const { t } = useTranslation('inspections');
  const chosen = checklists?.find(({ id }) => id === choice.checklistId);
  return (
    <>
      <VehicleField
        label={t('inspections:field.vehicle')}
        description={null}
        withAsterisk
        disabled={false}
        value={choice.deviceId}
        error={isChecked && choice.deviceId === 0 ? t('inspections:fill.vehicleMissing') : null}
        clear={t('inspections:fill.noVehicle')}
        onChange={(deviceId) => onChange({ deviceId })}
      />
      <NativeSelect
        label={t('inspections:field.checklist')}
        value={String(choice.checklistId)}
        error={isChecked && chosen === undefined ? t('inspections:fill.checklistMissing') : null}
        description={checklists?.length === 0 ? t('inspections:checklist.emptyText') : null}
        data={[
          { value: '0', label: t('inspections:fill.choose') },
          ...(checklists ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget }) => onChange({ checklistId: Number(currentTarget.value) })}
      />
      {chosen !== undefined && chosen.phases.length > 1 && (
        <NativeSelect
          label={t('inspections:checklist.when')}
          value={choice.phase}
          data={INSPECTION_PHASES.map((value) => ({ value, label: t(`inspections:phase.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ phase: INSPECTION_PHASES.find((each) => each === value) ?? 'before' })
          }
        />
      )}
    </>
  );
}
