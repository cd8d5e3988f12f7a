import { Button, NativeSelect } from '@mantine/core';
import { INSPECTION_RESULTS, type Inspection, type InspectionPage } from '@rastro/fleet/inspections';
import { ClipboardCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { FillDialog } from './fill-dialog.tsx';
import { InspectionDialog } from './inspection-dialog.tsx';
import { isNarrowed, numberIn, type InspectionViewProps } from './inspection-question.ts';
import { InspectionTools } from './inspection-tools.tsx';
import styles from './inspections.module.css';
import { ResultChip } from './result-chips.tsx';
import { useInspections } from './use-inspections.ts';

const ROW_PX = 56;

/** Inspections that were filled in, newest first. */
export function ReportsView({ view, onSet }: InspectionViewProps) {
  const { t } = useTranslation('inspections');
  const [search] = useSearchParams();
  const query = useInspections(view);
  const failure = useListFailure(query, t('inspections:failed'));
  const [isFilling, setFilling] = useState(false);
  const found = query.data?.pages.flatMap((page) => page.inspections);
  const opened = numberIn(search.get('id'));
  return (
    <div className={styles.page}>
      <InspectionTools
        {...{ view, onSet }}
        label={t('inspections:search')}
        filter={<ResultFilter {...{ view, onSet }} counts={query.data?.pages[0]?.counts} />}
      >
        <NewInspection onNew={() => setFilling(true)} />
      </InspectionTools>
      <ListView
        count={found?.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{ icon: ClipboardCheck, title: t('inspections:empty'), text: t('inspections:emptyText') }}
        notFound={
          isNarrowed(view)
            ? {
                title: t('inspections:notFound'),
                text: t('inspections:notFoundText'),
                onReset: () => onSet({ q: '', result: '', device: '' }),
              }
            : null
        }
      >
        <ul
          className={styles.rows}
          aria-label={t('inspections:tab.inspections')}
          // A list that scrolls is reached by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
          tabIndex={0}
        >
          {found?.map((each) => (
            <InspectionRow key={each.id} inspection={each} onOpen={() => onSet({ id: String(each.id) })} />
          ))}
        </ul>
        <FurtherLines failure={failure?.text ?? null} more={t('inspections:more')} query={query} />
      </ListView>
      {isFilling && (
        <FillDialog
          deviceId={view.deviceId}
          onClose={() => setFilling(false)}
          onDone={(id) => {
            setFilling(false);
            onSet({ id: String(id) });
          }}
        />
      )}
      {!isFilling && opened > 0 && (
        <InspectionDialog key={opened} id={opened} onClose={() => onSet({ id: '' })} />
      )}
    </div>
  );
}

function NewInspection({ onNew }: { readonly onNew: () => void }) {
  const { t } = useTranslation('inspections');
  const { may, isReadonly } = useRights();
  if (isReadonly || !may('inspections.create')) return null;
  return (
    <Button size="sm" leftSection={<Plus size={14} aria-hidden />} onClick={onNew}>
      {t('inspections:new')}
    </Button>
  );
}

interface ResultFilterProps extends InspectionViewProps {
  /** Of the first page; undefined = not known yet. */
  readonly counts: InspectionPage['counts'] | undefined;
}
function ResultFilter({ view, onSet, counts }: ResultFilterProps) {
  const { t } = useTranslation('inspections');
  const counted = (name: string, count: number | undefined): string =>
    count === undefined ? name : `${name} (${count})`;
  const total = counts?.reduce((sum, { count }) => sum + count, 0);
  return (
    <NativeSelect
      size="xs"
      aria-label={t('inspections:filter.result')}
      data={[
        { value: '', label: counted(t('inspections:filter.anyResult'), total) },
        ...INSPECTION_RESULTS.map((value) => ({
          value,
          label: counted(
            t(`inspections:result.${value}`),
            counts?.find(({ result }) => result === value)?.count,
          ),
        })),
      ]}
      value={view.result ?? ''}
      onChange={({ currentTarget: { value } }) => onSet({ result: value })}
    />
  );
}

function InspectionRow({
  inspection,
  onOpen,
}: {
  readonly inspection: Inspection;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation('inspections');
  const format = useFormat();
  const { deviceName, checklistName, userName, phase, finishedAt, result, defects } = inspection;
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.what}>
          <strong dir="auto">{deviceName}</strong>
          <small dir="auto">{`${checklistName} · ${t(`inspections:phase.${phase}`)}`}</small>
        </span>
        <span className={styles.whose} dir="auto">
          {userName}
        </span>
        <span className={styles.when}>{format.dateTime(Date.parse(finishedAt))}</span>
        <span className={styles.state}>
          <ResultChip result={result} />
          {defects > 0 && <small>{t('inspections:defects', { count: defects })}</small>}
        </span>
      </button>
    </li>
  );
}
