import { Button, Loader } from '@mantine/core';
import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Panel } from '../../../ui/panel.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import { BatchProgress } from '../batch/batch-progress.tsx';
import batch from '../batch/batch.module.css';
import { ColumnForm } from './column-form.tsx';
import { loadLabels, useImportSubject } from './import-subject.ts';
import { matchColumns, type Mapping } from './match-columns.ts';
import { PlanView } from './plan-view.tsx';
import { writeCsv } from '../../../ui/sheets/write-csv.ts';
import { readInWorker, type ReadTable } from '../../../ui/sheets/read-in-worker.ts';
import type { Table, Unreadable } from '../../../ui/sheets/read-table.ts';
import { ResultView } from './result-view.tsx';
import { useImport, type ImportRun } from './use-import.ts';

const LIST = '/devices';
interface Opened {
  readonly fileName: string;
  readonly table: Table;
  readonly mapping: Mapping;
}

/** `/devices/import`: choose a file, match its columns, look at what would happen, import, undo. */
export function ImportPanel({ readTable = readInWorker }: { readTable?: ReadTable }) {
  const { t } = useTranslation(['deviceimport', 'deviceform']);
  const { mayCreate, mayEdit } = useImportSubject();
  const run = useImport();
  const file = useOpenedFile(readTable);
  const guard = useUnsavedGuard(run.state.step === 'running');
  return (
    <Panel title={t('deviceimport:title')} back={LIST} expandable tall>
      {!mayCreate && !mayEdit ? (
        <p className={batch.progress}>{t('deviceimport:readonly')}</p>
      ) : file.opened === null ? (
        <ChooseFile
          isReading={file.isReading}
          unreadable={file.unreadable}
          onFile={(chosen) => void file.open(chosen)}
        />
      ) : (
        <Step
          run={run}
          opened={file.opened}
          onOpened={file.setOpened}
          onAnother={() => {
            run.reset();
            file.setOpened(null);
          }}
        />
      )}
      {guard.question}
    </Panel>
  );
}

/** The file that was chosen, read as a table with its columns matched. */
function useOpenedFile(readTable: ReadTable) {
  const { fields, context } = useImportSubject();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isReading, setReading] = useState(false);
  const [unreadable, setUnreadable] = useState<Unreadable | null>(null);
  const open = async (file: File): Promise<void> => {
    setReading(true);
    setUnreadable(null);
    const [result, labels] = await Promise.all([
      readTable(await file.arrayBuffer(), context.language),
      loadLabels(fields),
    ]);
    setReading(false);
    if (!result.ok) {
      setUnreadable(result.why);
      return;
    }
    const mapping = matchColumns(result.table.header, labels);
    setOpened({ fileName: file.name, table: result.table, mapping });
  };
  return { opened, setOpened, isReading, unreadable, open };
}

interface StepProps {
  readonly run: ImportRun;
  readonly opened: Opened;
  readonly onOpened: (opened: Opened) => void;
  readonly onAnother: () => void;
}

/** Steps after a file was read: columns, comparison, import, result. */
function Step({ run, opened, onOpened, onAnother }: StepProps) {
  const { t } = useTranslation('deviceimport');
  const navigate = useNavigate();
  const failureText = useFailureText();
  const { fields, ...subject } = useImportSubject();
  const { may, isReadonly } = useRights();
  const mayMakeGroups = !isReadonly && may('groups.create');
  const { state } = run;
  switch (state.step) {
    case 'checking':
      return <BatchProgress label={t('deviceimport:checking')} {...state} onCancel={run.cancel} />;
    case 'running':
      return (
        <BatchProgress label={t(`deviceimport:running.${state.what}`)} {...state} onCancel={run.cancel} />
      );
    case 'checked':
      return (
        <PlanView
          plan={state.plan}
          onMakeGroups={mayMakeGroups ? () => void run.makeGroups({ ...subject, ...opened }) : null}
          onStart={() => void run.start()}
          onBack={run.reset}
        />
      );
    case 'imported':
    case 'undone': {
      const isDone = state.step === 'imported';
      return (
        <ResultView
          what={isDone ? 'done' : 'undone'}
          result={state.result}
          wrong={isDone ? state.plan.wrong : []}
          onUndo={isDone ? () => void run.undo() : null}
          onList={() => void navigate(LIST)}
          onAnother={onAnother}
        />
      );
    }
    case 'idle':
    case 'failed':
      return (
        <>
          {state.step === 'failed' && (
            <p className={batch.failure} role="alert">
              {failureText(state.failure)}
            </p>
          )}
          <ColumnForm
            {...opened}
            fields={fields}
            onChange={(mapping) => onOpened({ ...opened, mapping })}
            onCheck={() => void run.check({ ...subject, table: opened.table, mapping: opened.mapping })}
            onAnother={onAnother}
          />
        </>
      );
  }
}

interface ChooseFileProps {
  readonly isReading: boolean;
  readonly unreadable: Unreadable | null;
  readonly onFile: (file: File) => void;
}
function ChooseFile({ isReading, unreadable, onFile }: ChooseFileProps) {
  const { t } = useTranslation(['deviceimport', 'attributes']);
  const { fields, context } = useImportSubject();
  const input = useRef<HTMLInputElement>(null);
  const template = (): void => {
    const head = fields.map((name) => t(`attributes:ofDevice.${name}`));
    const text = writeCsv([head], context.language === 'en' ? ',' : ';');
    saveFile(t('deviceimport:templateName'), text, 'text/csv');
  };
  return (
    <div className={batch.body}>
      <p className={batch.text}>{t('deviceimport:intro')}</p>
      {unreadable !== null && (
        <p className={batch.failure} role="alert">
          {t(`deviceimport:unreadable.${unreadable}`)}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx"
        className={batch.file}
        tabIndex={-1}
        aria-label={t('deviceimport:choose')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <div className={batch.actions}>
        <Button
          leftSection={<FileUp size={16} aria-hidden />}
          disabled={isReading}
          onClick={() => input.current?.click()}
        >
          {t('deviceimport:choose')}
        </Button>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={template}>
          {t('deviceimport:template')}
        </Button>
      </div>
      {isReading && <Loader type="dots" role="status" aria-label={t('deviceimport:reading')} />}
    </div>
  );
}
