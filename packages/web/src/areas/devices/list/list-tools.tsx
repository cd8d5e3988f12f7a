import { SlidersHorizontal } from 'lucide-react';
import { fieldOf, nextSort, SORT_FIELDS, type SortField } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import styles from '../../../ui/list/list.module.css';
import { SearchField } from '../../../ui/list/search-field.tsx';
import { SortMenu } from '../../../ui/list/sort-menu.tsx';
import { furtherFilters, writeChoice, type ListChoice } from '../filters/list-query.ts';
import { isColumnId } from '../table/columns.ts';
import { useColumnName } from '../table/use-cell-text-context.ts';
import { ViewsMenu } from '../views/views-menu.tsx';

export interface ListToolsProps {
  readonly choice: ListChoice;
  readonly onChange: (part: Partial<ListChoice>) => void;
  /** Arrow down in the search field: on to the rows. */
  readonly onDown: () => void;
  /** The form of the further filters. */
  readonly filters: { readonly id: string; readonly isOpen: boolean; readonly onToggle: () => void };
}

/** Free text over every field, and the order. */
export function ListTools({ choice, onChange, onDown, filters }: ListToolsProps) {
  const { t } = useTranslation('devices');
  const nameOf = useColumnName();
  const further = furtherFilters(choice);
  const field = fieldOf(choice.sort);
  const usual: { readonly name: SortField; readonly label: string }[] = SORT_FIELDS.map((name) => ({
    name,
    label: t(`devices:sort.${name}`),
  }));
  // What only columns of the wide list order by is named while it does.
  const fields =
    isColumnId(field) && usual.every(({ name }) => name !== field)
      ? [...usual, { name: field, label: nameOf(field) }]
      : usual;
  return (
    <div className={styles.tools}>
      <SearchField
        label={t('devices:list.search')}
        hint={t('devices:list.searchHint')}
        value={choice.text}
        onChange={(text) => onChange({ text })}
        onDown={onDown}
      />
      <button
        type="button"
        className={styles.tool}
        aria-label={
          further === 0 ? t('devices:filters.open') : t('devices:filters.openWith', { count: further })
        }
        aria-expanded={filters.isOpen}
        aria-controls={filters.isOpen ? filters.id : undefined}
        data-active={further > 0}
        onClick={filters.onToggle}
      >
        <SlidersHorizontal size={15} aria-hidden />
        {further > 0 && <span>{further}</span>}
      </button>
      <ViewsMenu query={writeChoice(new URLSearchParams(), choice).toString()} />
      <SortMenu
        fields={fields}
        field={field}
        isDown={choice.sort.endsWith('-desc')}
        onChoose={(name) => onChange({ sort: nextSort(choice.sort, name), second: null })}
      />
    </div>
  );
}
