import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GroupFilterProps } from '../areas/devices/filters/filter-form.tsx';
import { useGroupTree } from '../areas/groups/use-groups.ts';
import styles from './group-filter.module.css';
import { useServices } from '../kernel/services.tsx';
import { useFormat } from '../kernel/formats/use-format.ts';
import { useRights } from '../kernel/use-rights.ts';

/** Levels that still move to the right; deeper ones stand below each other. */
const MAX_DEPTH = 6;

/** The groups as a tree; one shows its devices and those of all groups below it. */
export function GroupFilter({ groupId, onChoose }: GroupFilterProps) {
  return useRights().may('groups.view') ? <Tree groupId={groupId} onChoose={onChoose} /> : null;
}

function Tree({ groupId, onChoose }: GroupFilterProps) {
  const { t } = useTranslation('views');
  const { preferences } = useServices();
  const format = useFormat();
  const { rows } = useGroupTree();
  if (rows.length === 0) return null;
  const lastId = Number(preferences.read('groupPref'));
  const last = groupId === null ? rows.find(({ group }) => group.id === lastId) : undefined;
  const choose = (id: number): void => {
    preferences.write('groupPref', String(id));
    onChoose(id === groupId ? null : id);
  };
  return (
    <fieldset className={styles.tree}>
      <legend className={styles.legend}>{t('views:groups.title')}</legend>
      {last !== undefined && (
        <button type="button" className={styles.last} onClick={() => choose(last.group.id)}>
          {t('views:groups.last', { name: last.group.name })}
        </button>
      )}
      <ul className={styles.rows}>
        {rows.map(({ group, depth, devices }) => (
          <li key={group.id}>
            <button
              type="button"
              className={styles.row}
              data-depth={Math.min(depth, MAX_DEPTH)}
              aria-pressed={group.id === groupId}
              onClick={() => choose(group.id)}
            >
              <span className={styles.check} aria-hidden>
                {group.id === groupId && <Check size={14} strokeWidth={3} />}
              </span>
              <span className={styles.name}>{group.name}</span>
              <span className={styles.count}>{format.number(devices.below)}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
