import { useTranslation } from 'react-i18next';

/** Keys of the texts that every list has below its prefix. */
export const LIST_KEYS = [
  'title',
  'search',
  'failed',
  'empty',
  'emptyText',
  'notFound',
  'notFoundText',
  'notice.saved',
  'notice.deleted',
] as const;

/** Keys of the texts that every editor has below its prefix. */
export const EDITOR_KEYS = ['one', 'gone', 'delete.start', 'delete.title', 'delete.text'] as const;

/** Returns the text of a list for a key. */
export type ListTexts = (key: (typeof LIST_KEYS)[number]) => string;

/** Texts of a list. @param prefix Begins their keys, e.g. `groups:`; each below it is one of `LIST_KEYS`. */
export function useListTexts(prefix: string): ListTexts {
  const { t } = useTranslation(prefix.split(':', 1));
  return (key) => t(`${prefix}${key}`);
}

export interface EditorTexts {
  /** Title while the object is awaited, or is not there. */
  readonly one: string;
  readonly gone: string;
  /** The question before a deletion. */
  readonly deletion: { readonly label: string; readonly title: string; readonly text: string };
}

/**
 * Texts of an editor.
 * @param prefix Begins their keys, e.g. `groups:`; each below it is one of `EDITOR_KEYS`.
 * @param variables Of the question before a deletion.
 */
export function useEditorTexts(
  prefix: string,
  variables: { readonly name?: string; readonly count?: number } = {},
): EditorTexts {
  const { t } = useTranslation(prefix.split(':', 1));
  return {
    one: t(`${prefix}one`),
    gone: t(`${prefix}gone`),
    deletion: {
      label: t(`${prefix}delete.start`),
      title: t(`${prefix}delete.title`, variables),
      text: t(`${prefix}delete.text`, variables),
    },
  };
}
