import { NativeSelect } from '@mantine/core';
import type { Defect, DefectPage } from '@rastro/fleet/inspections';
import { Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { OpenedDefect } from './opened-defect.tsx';
import {
  isNarrowed,
  SHOWN_DEFECTS,
  statesOf,
  type InspectionViewProps,
  type ShownDefects,
} from './inspection-question.ts';
import { InspectionTools } from './inspection-tools.tsx';
import styles from './inspections.module.css';
import { DefectStateChip, SeverityChip } from './result-chips.tsx';
import { useDefects } from './use-inspections.ts';

const ROW_PX = 56;

/** Defects that inspections found, newest first; those that are over when they are asked for. */
export function DefectsView({ view, onSet }: InspectionViewProps) {
  const { t } = useTranslation('inspections');
  const query = useDefects(view);
  const failure = useListFailure(query, t('inspections:failed'));
  const found = query.data?.pages.flatMap((page) => page.defects);
  return (
    <div className={styles.page}>
      <InspectionTools
        {...{ view, onSet }}
        label={t('inspections:defect.search')}
        filter={<StateFilter {...{ view, onSet }} counts={query.data?.pages[0]?.counts} />}
      />
      <ListView
        count={found?.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{
          icon: Wrench,
          title: t('inspections:defect.empty'),
          text: t('inspections:defect.emptyText'),
        }}
        notFound={
          isNarrowed(view)
            ? {
                title: t('inspections:notFound'),
                text: t('inspections:notFoundText'),
                onReset: () => onSet({ q: '', state: '', device: '' }),
              }
            : null
        }
      >
        <ul
          className={styles.rows}
          aria-label={t('inspections:tab.defects')}
          // A list that scrolls is reached by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
          tabIndex={0}
        >
          {found?.map((defect) => (
            <DefectRow key={defect.id} defect={defect} onOpen={() => onSet({ defect: String(defect.id) })} />
          ))}
        </ul>
        <FurtherLines failure={failure?.text ?? null} more={t('inspections:more')} query={query} />
      </ListView>
      {view.defectId > 0 && (
        <OpenedDefect
          key={view.defectId}
          id={view.defectId}
          listed={found?.find(({ id }) => id === view.defectId) ?? null}
          onClose={() => onSet({ defect: '' })}
        />
      )}
    </div>
  );
}

interface StateFilterProps extends InspectionViewProps {
  /** Of the first page; undefined = not known yet. */
  readonly counts: DefectPage['counts'] | undefined;
}
function StateFilter({ view, onSet, counts }: StateFilterProps) {
  const { t } = useTranslation('inspections');
  const label = (shown: ShownDefects): string => {
    const name = t(`inspections:state.${shown}`);
    if (counts === undefined) return name;
    const states = statesOf(shown);
    const own = counts.filter(({ state }) => states.length === 0 || states.includes(state));
    return `${name} (${own.reduce((sum, { count }) => sum + count, 0)})`;
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={t('inspections:filter.state')}
      data={SHOWN_DEFECTS.map((value) => ({ value, label: label(value) }))}
      value={view.shown}
      onChange={({ currentTarget: { value } }) => onSet({ state: value === 'going' ? '' : value })}
    />
  );
}

function DefectRow({ defect, onOpen }: { readonly defect: Defect; readonly onOpen: () => void }) {
  const format = useFormat();
  const { itemText, note, deviceName, severity, state, foundAt } = defect;
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.what}>
          <strong dir="auto">{itemText}</strong>
          <small dir="auto">{note}</small>
        </span>
        <span className={styles.whose} dir="auto">
          {deviceName}
        </span>
        <span className={styles.when}>{format.dateTime(Date.parse(foundAt))}</span>
        <span className={styles.state}>
          <DefectStateChip state={state} />
          {state !== 'confirmed' && <SeverityChip severity={severity} />}
        </span>
      </button>
    </li>
  );
}
