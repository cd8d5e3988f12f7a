import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { attributeName, USER_ATTRIBUTES, type Right } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { actionOf, givenRights, PRESETS, presetRights, RIGHTS_BY_AREA, rightsIn } from './rights-choice.ts';
import type { TabProps } from './tab-props.ts';
import { useUsers } from './use-users.ts';
import styles from './users.module.css';

/** The rights of each area, one by one, by a preset, or as somebody else has them; saved with all the rest. */
export function RightsMatrix({ user, values, context, onChange }: TabProps) {
  const { t } = useTranslation('users');
  const { data: others = [] } = useUsers();
  const { actor, brand } = context;
  const name = attributeName(brand, USER_ATTRIBUTES.advancedPerms);
  const held = rightsIn(values.typed.advancedPerms ?? '');
  const own = rightsIn(actor.attributes[name]);
  const mayGive = (right: Right): boolean => actor.administrator || own.has(right);
  const set = (perms: string): void => onChange({ typed: { ...values.typed, advancedPerms: perms } });
  const toggle = (right: Right): void => {
    const next = new Set(held);
    if (!next.delete(right)) next.add(right);
    set(givenRights(next, (each) => mayGive(each) || held.has(each)));
  };
  const copied = others.filter(({ id, administrator }) => id !== user.id && !administrator);
  return (
    <div className={styles.matrix}>
      <div className={styles.acts}>
        {PRESETS.map((preset) => (
          <Button key={preset} size="xs" variant="default" onClick={() => set(presetRights(preset, mayGive))}>
            {t(`users:preset.${preset}`)}
          </Button>
        ))}
      </div>
      {copied.length > 0 && (
        <NativeSelect
          label={t('users:copyFrom')}
          value=""
          data={[
            { value: '', label: t('users:notChosen') },
            ...copied.map((each) => ({ value: String(each.id), label: each.name })),
          ]}
          onChange={(event) => {
            const from = copied.find(({ id }) => String(id) === event.currentTarget.value);
            if (from !== undefined) set(givenRights(rightsIn(from.attributes[name]), mayGive));
          }}
        />
      )}
      {RIGHTS_BY_AREA.map(([area, rights]) => (
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
