import { Button, Loader } from '@mantine/core';
import { Download, FileUp } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Panel } from '../../../ui/panel.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.tsx';
import { BatchProgress } from '../batch/batch-progress.tsx';
import batch from '../batch/batch.module.css';
import { ColumnForm } from './column-form.tsx';
import { loadLabels, useImportSubject } from './import-subject.ts';
import { matchColumns, type Mapping } from './match-columns.ts';
import { PlanView } from './plan-view.tsx';
import { writeCsv } from './read-csv.ts';
import { readInWorker, type ReadTable } from './read-in-worker.ts';
import type { Table, Unreadable } from './read-table.ts';
import { ResultView } from './result-view.tsx';
import { useImport } from './use-import.ts';

const LIST = '/devices';
interface Opened {
  readonly fileName: string;
  readonly table: Table;
  readonly mapping: Mapping;
}

/** `/devices/import`: choose a file, match its columns, look at what would happen, import, undo. */
export function ImportPanel({ readTable = readInWorker }: { readTable?: ReadTable }) {
  const { t } = useTranslation(['deviceimport', 'deviceform']);
  const navigate = useNavigate();
  const failureText = useFailureText();
  const { fields, ...subject } = useImportSubject();
  const run = useImport();
  const { state } = run;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isReading, setReading] = useState(false);
  const [unreadable, setUnreadable] = useState<Unreadable | null>(null);
  const guard = useUnsavedGuard(state.step === 'running');

  const open = async (file: File): Promise<void> => {
    setReading(true);
    setUnreadable(null);
    const [result, labels] = await Promise.all([
      readTable(await file.arrayBuffer(), subject.context.language),
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
  const another = (): void => {
    run.reset();
    setOpened(null);
  };
  const mayImport = subject.mayCreate || subject.mayEdit;

  const screen = (): ReactNode => {
    if (!mayImport) return <p className={batch.progress}>{t('deviceimport:readonly')}</p>;
    if (opened === null) {
      return <ChooseFile isReading={isReading} unreadable={unreadable} onFile={(file) => void open(file)} />;
    }
    if (state.step === 'checking') {
      return <BatchProgress label={t('deviceimport:checking')} {...state} onCancel={run.cancel} />;
    }
    if (state.step === 'running') {
      return (
        <BatchProgress label={t(`deviceimport:running.${state.what}`)} {...state} onCancel={run.cancel} />
      );
    }
    if (state.step === 'checked') {
      return <PlanView plan={state.plan} onStart={() => void run.start()} onBack={run.reset} />;
    }
    if (state.step === 'imported' || state.step === 'undone') {
      const isDone = state.step === 'imported';
      return (
        <ResultView
          what={isDone ? 'done' : 'undone'}
          result={state.result}
          wrong={isDone ? state.plan.wrong : []}
          onUndo={isDone ? () => void run.undo() : null}
          onList={() => void navigate(LIST)}
          onAnother={another}
        />
      );
    }
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
          onChange={(mapping) => setOpened({ ...opened, mapping })}
          onCheck={() => void run.check({ ...subject, table: opened.table, mapping: opened.mapping })}
          onAnother={another}
        />
      </>
    );
  };
  return (
    <Panel title={t('deviceimport:title')} back={LIST} expandable tall>
      {screen()}
      {guard.question}
    </Panel>
  );
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
