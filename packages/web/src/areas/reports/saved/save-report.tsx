import { Button, Checkbox, TextInput } from '@mantine/core';
import { FIELD_LIMITS, type ScheduledReport } from '@rastro/fleet';
import type { Answer, TrackingClient } from '@rastro/tracking-client';
import { Save } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { linkBetween } from '../../../kernel/links/link-kinds.ts';
import { useWrite } from '../../../kernel/queries/use-write.ts';
import { useServices } from '../../../kernel/services.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import dialog from '../../../ui/dialog/dialog.module.css';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import type { Report } from '../use-report.ts';
import { withQuestion } from './saved-question.ts';
import { SAVED_REPORTS_KEY, useSavedReports, useSavedScope, type SavedScope } from './use-saved-reports.ts';

/** Keeps what is asked under a name. */
export function SaveReport({ report }: { readonly report: Report }) {
  const { t } = useTranslation('savedreports');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Save size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('savedreports:save')}
      </Button>
      {isOpen && <SaveDialog report={report} onClose={() => setOpen(false)} />}
    </>
  );
}

function SaveDialog({ report, onClose }: { readonly report: Report; readonly onClose: () => void }) {
  const { t } = useTranslation('savedreports');
  const failureText = useFailureText();
  const [name, setName] = useState<string | null>(null);
  const [isNew, setNew] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const { saved, busy, failure, save } = useSaving(report);
  const visibleName = name ?? saved?.description ?? '';
  const submit = async (): Promise<void> => {
    setChecked(true);
    if (visibleName.trim() !== '' && (await save(visibleName.trim(), isNew))) onClose();
  };
  return (
    <Modal
      title={t('savedreports:saveTitle')}
      lead={t('savedreports:saveText')}
      busy={busy}
      onClose={onClose}
    >
      <DialogForm
        submit={t('savedreports:save')}
        busy={busy}
        onSubmit={() => void submit()}
        onCancel={onClose}
      >
        <TextInput
          label={t('savedreports:name')}
          withAsterisk
          maxLength={FIELD_LIMITS.report.description}
          value={visibleName}
          error={isChecked && visibleName.trim() === '' ? t('savedreports:nameRequired') : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {saved !== undefined && (
          <Checkbox
            label={t('savedreports:asNew')}
            checked={isNew}
            onChange={(event) => setNew(event.currentTarget.checked)}
          />
        )}
        {failure !== null && (
          <p className={dialog.failure} role="alert">
            {failureText(failure)}
          </p>
        )}
      </DialogForm>
    </Modal>
  );
}

interface Draft {
  readonly report: ScheduledReport;
  readonly before: SavedScope | undefined;
}

/** Saves what is asked: as the one that the address names, when it is there, or as a new one, which it names then. */
function useSaving({ kind, address }: Report) {
  const { client } = useServices();
  const [search, setSearch] = useSearchParams();
  const savedId = Number(search.get('saved') ?? 0);
  const saved = useSavedReports(savedId > 0).data?.find(({ id }) => id === savedId);
  const scope = useSavedScope(saved?.id ?? 0).data;
  const { busy, failure, run } = useWrite(
    ({ report, before }: Draft, signal) => saveWithScope(client, report, { before, after: address, signal }),
    // A report without its vehicles would be one of all vehicles.
    { touches: SAVED_REPORTS_KEY, goesOn: true },
  );
  const save = async (description: string, isNew: boolean): Promise<boolean> => {
    const isUpdate = saved !== undefined && !isNew;
    // Which vehicles come and go is not known before its own are.
    if (isUpdate && scope === undefined) return false;
    const old = isUpdate ? saved : { id: 0, calendarId: 0, attributes: {} };
    const report = {
      ...old,
      type: kind.type,
      description,
      attributes: withQuestion(old.attributes, address),
    };
    const answer = await run({ report, before: isUpdate ? scope : undefined });
    if (answer?.ok !== true) return false;
    setSearch(
      (now) => {
        now.set('saved', String(answer.value.id));
        return now;
      },
      { replace: true },
    );
    return true;
  };
  return { saved, busy, failure, save };
}

interface ScopeChange {
  readonly before: SavedScope | undefined;
  readonly after: SavedScope;
  readonly signal: AbortSignal;
}

/** Saves the report, then its vehicles and groups; the first error ends it. */
async function saveWithScope(
  client: TrackingClient,
  draft: ScheduledReport,
  { before = { deviceIds: [], groupIds: [] }, after, signal }: ScopeChange,
): Promise<Answer<ScheduledReport>> {
  const { id: _id, ...fields } = draft;
  const answer =
    draft.id > 0
      ? await client.savedReports.update(draft, signal)
      : await client.savedReports.create(fields, signal);
  if (!answer.ok) return answer;
  const { id } = answer.value;
  for (const [kind, key] of [
    ['device', 'deviceIds'],
    ['group', 'groupIds'],
  ] as const) {
    const linkTo = (ids: readonly number[]) =>
      ids.map((other) => linkBetween({ kind: 'report', id }, { kind, id: other }));
    const added = linkTo(after[key].filter((each) => !before[key].includes(each)));
    const gone = linkTo(before[key].filter((each) => !after[key].includes(each)));
    const linked = added.length === 0 ? null : await client.permissions.linkMany(added, signal);
    if (linked?.ok === false) return linked;
    const unlinked = gone.length === 0 ? null : await client.permissions.unlinkMany(gone, signal);
    if (unlinked?.ok === false) return unlinked;
  }
  return answer;
}
