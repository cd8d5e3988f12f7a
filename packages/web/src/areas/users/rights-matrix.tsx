import { Button, Checkbox } from '@mantine/core';
import { attributeName, USER_ATTRIBUTES, type Right, type User } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { actionOf, givenRights, PRESETS, presetRights, offeredRights, rightsIn } from './rights-choice.ts';
import { useUsers } from './use-users.ts';
import type { UserContext } from './user-values.ts';
import styles from './users.module.css';

interface RightsMatrixProps {
  readonly userId: number;
  /** 32 hexadecimal digits; empty = none. */
  readonly value: string;
  readonly context: UserContext;
  readonly onChange: (perms: string) => void;
}

/** The rights of each area, one by one, by a preset, or copied from another user; saved with the form. */
export function RightsMatrix({ userId, value, context, onChange: set }: RightsMatrixProps) {
  const { t } = useTranslation('users');
  const { actor, brand } = context;
  const name = attributeName(brand, USER_ATTRIBUTES.advancedPerms);
  const held = rightsIn(value);
  const own = rightsIn(actor.attributes[name]);
  const mayGive = (right: Right): boolean => actor.administrator || own.has(right);
  const toggle = (right: Right): void => {
    const next = new Set(held);
    if (!next.delete(right)) next.add(right);
    set(givenRights(next, (each) => mayGive(each) || held.has(each)));
  };
  return (
    <div className={styles.matrix}>
      <div className={styles.acts}>
        {PRESETS.map((preset) => (
          <Button key={preset} size="xs" variant="default" onClick={() => set(presetRights(preset, mayGive))}>
            {t(`users:preset.${preset}`)}
          </Button>
        ))}
      </div>
      <CopyFrom
        userId={userId}
        onCopy={(from) => set(givenRights(rightsIn(from.attributes[name]), mayGive))}
      />
      {offeredRights((right) => mayGive(right) || held.has(right)).map(([area, rights]) => (
        <fieldset key={area} className={styles.area}>
          <legend>{t(`users:area.${area}`)}</legend>
          <div className={styles.actions}>
            {rights.map((right) => (
              <Checkbox
                key={right}
                label={t(`users:action.${actionOf(right)}`)}
                checked={held.has(right)}
                disabled={!mayGive(right) && !held.has(right)}
                onChange={() => toggle(right)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

interface CopyFromProps {
  readonly userId: number;
  readonly onCopy: (from: User) => void;
}

/** Another user, whose rights are copied once. */
function CopyFrom({ userId, onCopy }: CopyFromProps) {
  const { t } = useTranslation('users');
  const { data } = useUsers();
  const others = useMemo(
    () => (data ?? []).filter(({ id, administrator }) => id !== userId && !administrator),
    [data, userId],
  );
  const options = useMemo(
    () => others.map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` })),
    [others],
  );
  if (others.length === 0) return null;
  return (
    <SearchedSelect
      label={t('users:copyFrom')}
      placeholder={t('users:notChosen')}
      value=""
      options={options}
      onChange={(value) => {
        const from = others.find(({ id }) => String(id) === value);
        if (from !== undefined) onCopy(from);
      }}
    />
  );
}
