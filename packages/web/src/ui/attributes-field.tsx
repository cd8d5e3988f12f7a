import type { Attributes, AttributeValue } from '@rastro/fleet';
import { Button, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';
import { IconAction } from './icon-action.tsx';

/** One attribute as it is edited. */
export interface AttributeDraft {
  readonly key: number;
  readonly name: string;
  readonly text: string;
  /** Original value; used as long as the text is unchanged. */
  readonly original?: AttributeValue;
}

/** @param hidden Names that have fields of their own. */
export function attributeDrafts(
  attributes: Attributes,
  hidden: ReadonlySet<string> = new Set(),
): readonly AttributeDraft[] {
  return Object.entries(attributes)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value], key) => ({ key, name, text: textOf(value), original: value }));
}

/** Numbers, true and false become what they look like; everything else is text. */
export function attributesOf(drafts: readonly AttributeDraft[]): Attributes {
  const named = drafts.filter(({ name }) => name.trim() !== '');
  return Object.fromEntries(named.map((draft) => [draft.name.trim(), valueOf(draft)]));
}

function valueOf({ text, original }: AttributeDraft): AttributeValue {
  if (original !== undefined && text === textOf(original)) return original;
  const trimmed = text.trim();
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : text;
}
const textOf = (value: AttributeValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

export interface AttributesFieldProps {
  readonly drafts: readonly AttributeDraft[];
  readonly onChange: (drafts: readonly AttributeDraft[]) => void;
  /** Names that mean something here, to choose from while one is typed. */
  readonly known?: readonly string[];
}

/** Attributes that no field of the form knows. */
export function AttributesField({ drafts, onChange, known = [] }: AttributesFieldProps) {
  const { t } = useTranslation('common');
  const listId = useId();
  const free = known.filter((name) => drafts.every((draft) => draft.name !== name));
  const put = (key: number, part: Partial<AttributeDraft>): void =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)));
  return (
    <>
      {drafts.map(({ key, name, text }) => (
        <div key={key} className={styles.attribute}>
          <TextInput
            aria-label={t('common:attributes.name')}
            placeholder={t('common:attributes.name')}
            list={listId}
            value={name}
            onChange={(event) => put(key, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('common:attributes.valueOf', { name })}
            placeholder={t('common:attributes.value')}
            value={text}
            onChange={(event) => put(key, { text: event.currentTarget.value })}
          />
          <IconAction
            label={t('common:attributes.remove', { name })}
            onClick={() => onChange(drafts.filter((draft) => draft.key !== key))}
          >
            <X size={16} aria-hidden />
          </IconAction>
        </div>
      ))}
      <datalist id={listId}>
        {free.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <div className={styles.more}>
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => {
            const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1;
            onChange([...drafts, { key, name: '', text: '' }]);
          }}
        >
          {t('common:attributes.add')}
        </Button>
      </div>
    </>
  );
}
