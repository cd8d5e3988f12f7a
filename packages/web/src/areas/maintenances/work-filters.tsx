import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMaySeeDefects } from '../../kernel/queries/use-defects.ts';
import styles from './maintenances.module.css';
import { WORK_KINDS, WORK_WINDOWS, type WorkKind, type WorkWindow } from './work-list.ts';

interface Filters {
  readonly window: WorkWindow;
  readonly setWindow: (window: WorkWindow) => void;
  readonly kind: WorkKind;
  readonly setKind: (kind: WorkKind) => void;
}
export function useWorkFilters(): Filters {
  const [window, setWindow] = useChoice('within', WORK_WINDOWS);
  const [kind, setKind] = useChoice('kind', WORK_KINDS);
  return { window, setWindow, kind, setKind };
}

/** Days that the list looks ahead, and, for whoever may see defects, the kind of work that it has. */
export function WorkFilters({ window, setWindow, kind, setKind }: Filters) {
  const { t } = useTranslation('maintenances');
  const maySeeDefects = useMaySeeDefects();
  return (
    <>
      <Choices
        label={t('maintenances:work.within')}
        names={WINDOWS_IN_ORDER}
        labelOf={(name) => t(`maintenances:work.window.${name}`)}
        chosen={window}
        onChange={setWindow}
      />
      {maySeeDefects && (
        <Choices
          label={t('maintenances:work.kind')}
          names={WORK_KINDS}
          labelOf={(name) => t(`maintenances:work.kinds.${name}`)}
          chosen={kind}
          onChange={setKind}
        />
      )}
    </>
  );
}

/** In the address, so that a link opens the same list. @param names The first is the default. */
function useChoice<N extends string>(
  part: string,
  names: readonly [N, ...N[]],
): readonly [N, (name: N) => void] {
  const [search, setSearch] = useSearchParams();
  const [first] = names;
  const chosen = names.find((name) => name === search.get(part)) ?? first;
  return [
    chosen,
    (name) =>
      setSearch(
        (old) => {
          if (name === first) old.delete(part);
          else old.set(part, name);
          return old;
        },
        { replace: true },
      ),
  ];
}

const WINDOWS_IN_ORDER = ['overdue', 'd7', 'd30', 'd90', 'all'] as const;
interface ChoicesProps<N extends string> {
  readonly label: string;
  readonly names: readonly N[];
  readonly labelOf: (name: N) => string;
  readonly chosen: N;
  readonly onChange: (name: N) => void;
}

function Choices<N extends string>({ label, names, labelOf, chosen, onChange }: ChoicesProps<N>) {
  return (
    <div className={styles.windows} role="group" aria-label={label}>
      {names.map((name) => (
        <Button
          key={name}
          size="compact-sm"
          variant={name === chosen ? 'light' : 'subtle'}
          color={name === chosen ? 'brand' : 'gray'}
          aria-pressed={name === chosen}
          onClick={() => onChange(name)}
        >
          {labelOf(name)}
        </Button>
      ))}
    </div>
  );
}
