import { Button } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import {
  CARD_COLUMNS,
  MAX_CARD_ROWS,
  type CardColumn,
  type CardMapping,
  type CostImport,
} from '@rastro/fleet/costs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { ChooseFile } from '../../kernel/importing/choose-file.tsx';
import { ImportActions, ImportPage } from '../../kernel/importing/import-page.tsx';
import { MistakeLines } from '../../kernel/importing/mistake-lines.tsx';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { readInWorker, type ReadTable } from '../../ui/sheets/read-in-worker.ts';
import type { Table } from '../../ui/sheets/read-table.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { hasNeeded, mappingFor, sentRows, tableOf, withProducts } from './card-mapping.ts';
import { MappingForm } from './mapping-form.tsx';
import { SavedProviders } from './saved-providers.tsx';
import { COSTS_KEY } from './use-costs.ts';

const LIST = '/costs';
const NONE: ReadonlySet<number> = new Set();
interface Opened {
  /** As it was read; a mapping may cut it elsewhere. */
  readonly file: Table;
  readonly mapping: CardMapping;
}

/** `/costs/import`: choose a file of a fuel card, say how it is read, look at what would happen, import. */
export function CostImportPanel({ readTable = readInWorker }: { readonly readTable?: ReadTable }) {
  const { t, i18n } = useTranslation('costs');
  const { costs } = useServices().extension;
  const { data: saved = [] } = useQuery({
    queryKey: [...COSTS_KEY, 'mappings'],
    queryFn: async ({ signal }) => valueOf(await costs.mappings(signal)),
  });
  const [opened, setOpened] = useState<Opened | null>(null);
  const namesOf = (column: CardColumn): readonly string[] => [
    t(`costs:import.column.${column}`),
    ...t(`costs:import.names.${column}`).split('|'),
  ];
  const language = matchLanguage(i18n.language) ?? 'en';
  return (
    <ImportPage title={t('costs:import.title')} back={LIST} wide>
      {opened === null ? (
        <>
          <ChooseFile
            readTable={readTable}
            maxRows={MAX_CARD_ROWS}
            lead={t('costs:import.lead', { count: MAX_CARD_ROWS })}
            template={{
              name: t('costs:import.templateName'),
              head: CARD_COLUMNS.map((column) => t(`costs:import.column.${column}`)),
            }}
            onOpened={(file) => setOpened({ file, mapping: mappingFor(file, { saved, namesOf, language }) })}
          />
          <SavedProviders saved={saved} />
        </>
      ) : (
        <Check opened={opened} saved={saved} onChange={setOpened} onAnother={() => setOpened(null)} />
      )}
    </ImportPage>
  );
}

interface CheckProps {
  readonly opened: Opened;
  readonly saved: readonly CardMapping[];
  readonly onChange: (opened: Opened) => void;
  readonly onAnother: () => void;
}
/** Mapping of the file, what would happen, and the import itself. */
function Check({ opened, saved, onChange, onAnother }: CheckProps) {
  const { t } = useTranslation(['costs', 'fileimport']);
  const failureText = useFailureText();
  const navigate = useNavigate();
  const { file, mapping } = opened;
  const table = tableOf(file, mapping);
  const [found, setFound] = useState<CostImport | null>(null);
  const [leftOut, setLeftOut] = useState(NONE);
  const { busy, failure, run, forget } = useImport(opened);
  const send = async (dryRun: boolean, without = leftOut): Promise<void> => {
    const answer = await run({ dryRun, without });
    if (answer?.ok === true) setFound(answer.value);
  };
  const leaveOut = (): void => {
    const next = new Set([...leftOut, ...(found?.problems ?? []).map(({ row }) => row)]);
    setLeftOut(next);
    void send(true, next);
  };
  const isDone = found !== null && !found.isDryRun && found.problems.length === 0;
  return (
    <>
      {!isDone && (
        <MappingForm
          table={table}
          mapping={mapping}
          saved={saved}
          onChange={(next) => {
            setFound(null);
            setLeftOut(NONE);
            forget();
            onChange({ file, mapping: withProducts(next, tableOf(file, next)) });
          }}
        />
      )}
      <Outcome found={found} leftOut={leftOut.size} />
      <DialogFailure text={failure && failureText(failure)} />
      <ImportActions>
        <CheckButtons
          found={found}
          busy={busy}
          mayCheck={hasNeeded(mapping) && mapping.provider.trim() !== '' && leftOut.size < table.rows.length}
          onSend={(dryRun) => void send(dryRun)}
          onLeaveOut={leaveOut}
        />
        {isDone && <Button onClick={() => void navigate(LIST)}>{t('costs:import.toList')}</Button>}
        <Button variant="default" disabled={busy} onClick={onAnother}>
          {t('fileimport:another')}
        </Button>
      </ImportActions>
    </>
  );
}

interface Sending {
  readonly dryRun: boolean;
  /** Rows that are left out. */
  readonly without: ReadonlySet<number>;
}
function useImport({ file, mapping }: Opened) {
  const zone = useZone();
  const { costs } = useServices().extension;
  return useWrite(
    ({ dryRun, without }: Sending, signal) => {
      const rows = sentRows(tableOf(file, mapping), mapping, without).map(({ row, cells }) => ({
        row,
        cells: [...cells],
      }));
      const read = {
        ...mapping,
        widths: [...mapping.widths],
        columns: { ...mapping.columns },
        products: [...mapping.products],
      };
      return costs.importRows({ rows, mapping: read, zone, dryRun }, signal);
    },
    { touches: COSTS_KEY },
  );
}

interface CheckButtonsProps {
  readonly found: CostImport | null;
  readonly busy: boolean;
  readonly mayCheck: boolean;
  readonly onSend: (dryRun: boolean) => void;
  readonly onLeaveOut: () => void;
}
function CheckButtons({ found, busy, mayCheck, onSend, onLeaveOut }: CheckButtonsProps) {
  const { t } = useTranslation(['costs', 'fileimport']);
  if (found !== null && found.problems.length > 0)
    return (
      <Button variant="default" loading={busy} onClick={onLeaveOut}>
        {t('fileimport:leaveOut')}
      </Button>
    );
  if (found === null)
    return (
      <Button loading={busy} disabled={!mayCheck} onClick={() => onSend(true)}>
        {t('fileimport:check')}
      </Button>
    );
  if (!found.isDryRun) return null;
  return (
    <Button loading={busy} disabled={found.created === 0} onClick={() => onSend(false)}>
      {t('costs:import.start', { count: found.created })}
    </Button>
  );
}

interface OutcomeProps {
  readonly found: CostImport | null;
  /** Rows that are not sent. */
  readonly leftOut: number;
}
/** Number and sum of the costs that would be made, or were, and every mistake by its row and column. */
function Outcome({ found, leftOut }: OutcomeProps) {
  const { t } = useTranslation(['costs', 'fileimport']);
  const format = useFormat();
  const mistakes = (found?.problems ?? []).map(({ row, column, problem }) => ({
    row,
    field: t(`costs:import.column.${column}`),
    message: t(`costs:import.mistake.${problem}`),
  }));
  return (
    <div role="status">
      {found !== null && mistakes.length === 0 && (
        <p>
          {t(found.isDryRun ? 'costs:import.would' : 'costs:import.did', {
            count: found.created,
            sum: format.money(found.cents),
          })}{' '}
          {found.known > 0 && t('costs:import.known', { count: found.known })}{' '}
          {leftOut > 0 && t('fileimport:left', { count: leftOut })}
        </p>
      )}
      <MistakeLines mistakes={mistakes} />
    </div>
  );
}
