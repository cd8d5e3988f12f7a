import { Button, Checkbox, NativeSelect, Switch } from '@mantine/core';
import { X } from 'lucide-react';
import { toggleMotion, type DeviceFacets } from '@rastro/fleet';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useVehicle } from '../../../kernel/fleet/fleet-context.tsx';
import { useChoiceName } from '../fields/use-choice-name.ts';
import styles from './filter-form.module.css';
import {
  CLAIMS,
  TRACKER_FIELD_NAMES,
  FIRST_CHOICE,
  withAdvanced,
  type TrackerFieldName,
  type ListChoice,
} from './list-query.ts';

export interface GroupFilterProps {
  /** The chosen group; null = none. */
  readonly groupId: number | null;
  readonly onChoose: (groupId: number | null) => void;
}
export interface FilterFormProps {
  readonly id: string;
  readonly choice: ListChoice;
  readonly facets: DeviceFacets;
  /** Number of devices that match now. */
  readonly matchCount: number;
  readonly onChange: (part: Partial<ListChoice>) => void;
  /** The groups to choose from. */
  readonly groups?: ReactNode;
  readonly onClose: () => void;
}

const VALUES_OF: Readonly<Record<TrackerFieldName, keyof DeviceFacets>> = {
  gpsBrand: 'gpsBrands',
  gpsModel: 'gpsModels',
  technology: 'technologies',
};

/** The filters besides tiles and search; each works at once, on the list and on the map. */
export function FilterForm({ id, choice, facets, matchCount, onChange, groups, onClose }: FilterFormProps) {
  const { t } = useTranslation('devices');
  const { state } = choice;
  const choiceName = useChoiceName();
  const valueChoices = useValueChoices();
  return (
    <form
      id={id}
      className={styles.form}
      aria-label={t('devices:filters.label')}
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.fields}>
        {choice.onlyId !== null && <OnlyOne id={choice.onlyId} onClear={() => onChange({ onlyId: null })} />}
        <Switch
          label={t('devices:filters.motion')}
          checked={choice.motionOnly}
          onChange={() => onChange(toggleMotion(choice))}
        />
        <Switch
          label={t('devices:filters.favourites')}
          checked={choice.favourites}
          onChange={() => onChange({ favourites: !choice.favourites })}
        />
        <NativeSelect
          label={t('devices:filters.state')}
          value={state ?? ''}
          data={valueChoices(facets.states, state).map(({ value, label }) => ({
            value,
            label: value === '' ? label : choiceName({ name: 'state' }, value),
          }))}
          onChange={({ currentTarget: { value } }) => onChange({ state: value === '' ? null : value })}
        />
        {groups}
        <Categories choice={choice} facets={facets} onChange={onChange} />
        <Advanced choice={choice} facets={facets} onChange={onChange} />
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="sm"
          onClick={() => onChange({ ...FIRST_CHOICE, text: choice.text, sort: choice.sort })}
        >
          {t('devices:filters.reset')}
        </Button>
        <Button type="submit" size="sm">
          {t('devices:filters.show', { count: matchCount })}
        </Button>
      </div>
    </form>
  );
}

/** Options of a field: any value, those that occur, and the chosen one. */
function useValueChoices() {
  const { t } = useTranslation('devices');
  return (values: readonly string[], chosen: string | null | undefined) => [
    { value: '', label: t('devices:filters.any') },
    // What an address asks for may not be there any more; it still says so.
    ...[...new Set([...values, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: value })),
  ];
}

type PartProps = Pick<FilterFormProps, 'choice' | 'facets' | 'onChange'>;

function Categories({ choice: { hidden }, facets, onChange }: PartProps) {
  const { t } = useTranslation('devices');
  const showCategory = (name: string, isVisible: boolean): void =>
    onChange({ hidden: isVisible ? hidden.filter((each) => each !== name) : [...hidden, name] });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('devices:filters.categories')}</legend>
      {[...new Set([...facets.categories, ...hidden])].map((name) => (
        <Checkbox
          key={name}
          size="sm"
          label={<CategoryName name={name} />}
          checked={!hidden.includes(name)}
          onChange={(event) => showCategory(name, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}

function Advanced({ choice: { advanced }, facets, onChange }: PartProps) {
  const { t } = useTranslation('devices');
  const valueChoices = useValueChoices();
  const yesOrNo = [
    { value: '', label: t('devices:filters.any') },
    { value: '1', label: t('devices:yes') },
    { value: '0', label: t('devices:no') },
  ];
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('devices:filters.advanced')}</legend>
      {CLAIMS.map((name) => (
        <NativeSelect
          key={name}
          label={t(`devices:filters.${name}`)}
          value={advanced[name] === undefined ? '' : advanced[name] ? '1' : '0'}
          data={yesOrNo}
          onChange={({ currentTarget: { value } }) =>
            onChange({ advanced: withAdvanced(advanced, name, value === '' ? undefined : value === '1') })
          }
        />
      ))}
      {TRACKER_FIELD_NAMES.map((name) => (
        <NativeSelect
          key={name}
          label={t(`devices:filters.${name}`)}
          value={advanced[name] ?? ''}
          data={valueChoices(facets[VALUES_OF[name]], advanced[name])}
          onChange={({ currentTarget: { value } }) =>
            onChange({ advanced: withAdvanced(advanced, name, value === '' ? undefined : value) })
          }
        />
      ))}
    </fieldset>
  );
}

function OnlyOne({ id, onClear }: { id: number; onClear: () => void }) {
  const { t } = useTranslation('devices');
  const name = useVehicle(id)?.device.name ?? t('devices:panel.title');
  return (
    <Button
      className={styles.only}
      variant="default"
      size="xs"
      rightSection={<X size={14} aria-hidden />}
      aria-label={t('devices:filters.onlyClear', { name })}
      onClick={onClear}
    >
      {t('devices:filters.only', { name })}
    </Button>
  );
}

/** A category that an operator made up is called by its name. */
function CategoryName({ name }: { name: string }) {
  const { t, i18n } = useTranslation('devices');
  return i18n.exists(`devices:category.${name}`) ? t(`devices:category.${name}`) : name;
}
