import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import batch from '../batch/batch.module.css';
import { ResultTiles } from '../batch/result-tiles.tsx';
import type { BatchResult } from '../batch/run-batch.ts';
import { useFieldContext } from '../fields/use-field-context.ts';
import { ProblemLines } from './problem-lines.tsx';
import type { ImportRow, WrongRow } from './plan-import.ts';
import { writeCsv } from '../../../ui/sheets/write-csv.ts';
import { useProblemLines, type ProblemLine } from './use-problem-lines.ts';

export interface ResultViewProps {
  readonly what: 'done' | 'undone';
  readonly result: BatchResult<ImportRow>;
  /** Rows that were not even tried; none after an undo. */
  readonly wrong: readonly WrongRow[];
  /** null = it cannot be undone any more. */
  readonly onUndo: (() => void) | null;
  readonly onList: () => void;
  readonly onAnother: () => void;
}

/** Result of the import, or of its undo. */
export function ResultView({ what, result, wrong, onUndo, onList, onAnother }: ResultViewProps) {
  const { t } = useTranslation('deviceimport');
  const { ofWrongRow, ofFailure, ofUntried } = useProblemLines();
  const [isAsking, setAsking] = useState(false);
  const lines: readonly ProblemLine[] = [
    ...result.failures.map(ofFailure),
    ...wrong.map(ofWrongRow),
    ...result.untried.map(ofUntried),
  ].toSorted((a, b) => a.row - b.row);
  const created = result.done.filter(({ before }) => before === null).length;
  return (
    <>
      <div className={batch.body}>
        <div role="status">
          <ResultTiles
            tiles={[
              { label: t(`deviceimport:result.${what}`), count: result.done.length },
              {
                label: t('deviceimport:result.failed'),
                count: result.failures.length + wrong.length,
                isBad: true,
              },
              { label: t('deviceimport:result.untried'), count: result.untried.length, isBad: true },
            ]}
          />
        </div>
        {lines.length > 0 && <Failures lines={lines} />}
      </div>
      <footer className={batch.footer}>
        {onUndo !== null && result.done.length > 0 && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('deviceimport:undo.start')}
          </Button>
        )}
        <Button variant="default" onClick={onAnother}>
          {t('deviceimport:another')}
        </Button>
        <Button onClick={onList}>{t('deviceimport:list')}</Button>
      </footer>
      {isAsking && onUndo !== null && (
        <ConfirmDialog
          title={t('deviceimport:undo.title')}
          text={t('deviceimport:undo.text', { created, changed: result.done.length - created })}
          confirm={t('deviceimport:undo.confirm')}
          onConfirm={() => {
            setAsking(false);
            onUndo();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Failed lines with their reasons, on screen and as a download. */
function Failures({ lines }: { readonly lines: readonly ProblemLine[] }) {
  const { t } = useTranslation(['deviceimport', 'attributes']);
  const { language } = useFieldContext();
  const download = (): void => {
    const head = [
      t('deviceimport:head.row'),
      t('attributes:ofDevice.name'),
      t('attributes:ofDevice.uniqueId'),
      t('deviceimport:head.column'),
      t('deviceimport:head.reason'),
    ];
    const rows = lines.map(({ row, name, uniqueId, column, reason }) => [
      String(row),
      name,
      uniqueId,
      column,
      reason,
    ]);
    const text = writeCsv([head, ...rows], language === 'en' ? ',' : ';');
    saveFile(t('deviceimport:failuresName'), text, 'text/csv');
  };
  return (
    <>
      <div className={batch.actions}>
        <Button
          variant="default"
          size="xs"
          leftSection={<Download size={15} aria-hidden />}
          onClick={download}
        >
          {t('deviceimport:download')}
        </Button>
      </div>
      <ProblemLines title={t('deviceimport:failures')} lines={lines} lineOf={(line) => line} />
    </>
  );
}
