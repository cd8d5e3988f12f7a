import { Select, type ComboboxItem, type OptionsFilter, type SelectProps } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { foldText, searchWords } from '@rastro/fleet';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './searched-select.module.css';

/** Rows that are drawn at once; typing finds the others. */
const MAX_OPTIONS = 50;
/** The last row, which only says how many more there are. */
const FURTHER = 'further';

export interface SearchedSelectProps extends Pick<
  SelectProps,
  | 'className'
  | 'clearable'
  | 'clearButtonProps'
  | 'description'
  | 'disabled'
  | 'error'
  | 'placeholder'
  | 'size'
> {
  /** Above the field; absent = `aria-label` names it. */
  readonly label?: string;
  readonly 'aria-label'?: string;
  /** The same array as long as it is the same list: what is searched in is made once for each. */
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    /** Text that is searched; absent = its label. */
    readonly search?: string;
  }[];
  /** Empty = none is chosen. */
  readonly value: string;
  /** @param value Empty = what was chosen is taken away. */
  readonly onChange: (value: string) => void;
}

/** One of many, by any words of its name, whatever their case, accents and order: ten thousand cost as much as fifty. */
export function SearchedSelect({
  options,
  value,
  onChange,
  clearButtonProps,
  ...selectProps
}: SearchedSelectProps) {
  const { t } = useTranslation('common');
  const [search, setSearch] = useState('');
  const data = useMemo(() => options.map(({ value, label }) => ({ value, label })), [options]);
  const filter = useMemo<OptionsFilter>(() => {
    const folded = new Map(options.map((option) => [option.value, foldText(option.search ?? option.label)]));
    return ({ options: all, search }) => {
      const words = searchWords(search);
      const isFound = (option: ComboboxItem): boolean =>
        words.every((word) => folded.get(option.value)?.includes(word) === true);
      const found = all.filter((option) => 'value' in option).filter(isFound);
      const count = found.length - MAX_OPTIONS;
      if (count <= 0) return found;
      const further = { value: FURTHER, label: t('common:oneOfMany.further', { count }), disabled: true };
      return [...found.slice(0, MAX_OPTIONS), further];
    };
  }, [options, t]);
  return (
    <Select
      {...selectProps}
      clearSectionMode="clear"
      clearButtonProps={{ ...clearButtonProps, className: styles.clear ?? '' }}
      data={data}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      // A field that adds to a list keeps nothing: the next one is found from the start.
      onOptionSubmit={() => value === '' && setSearch('')}
      onInput={(event) => {
        // Like the empty first row of a browser's list: emptying the field clears the choice.
        if (selectProps.clearable === true && event.currentTarget.value === '') onChange('');
      }}
      searchValue={search}
      onSearchChange={setSearch}
      filter={filter}
      searchable
      allowDeselect={false}
      openOnFocus={false}
      selectFirstOptionOnChange
      nothingFoundMessage={t('common:oneOfMany.none')}
      // Next to the field, so that a dialog holds it; fixed, so that no edge cuts it off.
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' }}
      // The list itself scrolls: it is reached by the keys of the field.
      withScrollArea={false}
      classNames={{ options: styles.options ?? '', option: styles.option ?? '' }}
      onKeyDown={(event) => {
        // Escape closes what is open, and not the dialog around it.
        if (event.key === 'Escape' && event.currentTarget.ariaExpanded === 'true') event.stopPropagation();
      }}
    />
  );
}
