import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useGroupNames } from '../../kernel/queries/use-group-names.ts';
import type { ScoredBy } from '../../kernel/queries/use-ranking.ts';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SCORE_ORDERS } from './ordered-scores.ts';
import { readScoreAddress, writeScoreAddress, type ScoreAddress } from './score-address.ts';
import styles from './scores.module.css';
import { usePoints } from './use-points.ts';

const SCORED_BY: readonly ScoredBy[] = ['device', 'driver', 'group'];

interface ScoreToolsProps {
  readonly words: string;
  readonly onSearch: (words: string) => void;
  readonly median: number | null;
}

/** Choice of vehicles, drivers or groups, of a group, and of the order: all but the search stand in the address. */
export function ScoreTools({ words, onSearch, median }: ScoreToolsProps) {
  const { t } = useTranslation('scores');
  const pointsText = usePoints();
  const [search, setSearch] = useSearchParams();
  const { by, groupId, order } = readScoreAddress(search);
  const change = (part: Partial<ScoreAddress>): void =>
    setSearch((old) => writeScoreAddress(old, part), { replace: true });
  return (
    <div className={styles.tools}>
      <SearchField label={t(`scores:search.${by}`)} value={words} onChange={onSearch} />
      <NativeSelect
        size="sm"
        aria-label={t('scores:by.label')}
        value={by}
        data={SCORED_BY.map((value) => ({ value, label: t(`scores:by.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change({ by: SCORED_BY.find((each) => each === value) ?? 'device' })
        }
      />
      <GroupFilter groupId={groupId} onChange={change} />
      <NativeSelect
        size="sm"
        aria-label={t('scores:order.label')}
        value={order}
        data={SCORE_ORDERS.map((value) => ({ value, label: t(`scores:order.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change({ order: SCORE_ORDERS.find((each) => each === value) ?? 'best' })
        }
      />
      {median !== null && <p className={styles.note}>{t('scores:median', { score: pointsText(median) })}</p>}
    </div>
  );
}

interface GroupFilterProps {
  readonly groupId: number;
  readonly onChange: (part: Partial<ScoreAddress>) => void;
}

/** Absent where there is no group. */
function GroupFilter({ groupId, onChange }: GroupFilterProps) {
  const { t } = useTranslation('scores');
  const names = useGroupNames();
  if (names.size === 0) return null;
  const groups = [...names].toSorted(([, a], [, b]) => a.localeCompare(b, undefined, { numeric: true }));
  return (
    <NativeSelect
      size="sm"
      aria-label={t('scores:group.label')}
      value={String(groupId)}
      data={[
        { value: '0', label: t('scores:group.all') },
        ...groups.map(([id, name]) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange({ groupId: Number(value) })}
    />
  );
}
