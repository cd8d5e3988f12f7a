import { foldText } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FIELD_NAMES, fieldOf, type FieldName } from '../fields/device-fields.ts';
import { useLinkChoices } from '../fields/link-select.tsx';
import { useFieldContext } from '../fields/use-field-context.ts';
import { useDeviceRights } from '../rights/use-device-rights.ts';
import { AMBIGUOUS, choiceNames, type ImportSubject } from './plan-import.ts';

type AttributeTexts = { readonly ofDevice: Readonly<Record<string, string>> };
/** The names of the fields in every language: a file may come from anywhere. */
const texts = import.meta.glob<AttributeTexts>('../../../i18n/locales/*/attributes.json', {
  import: 'default',
});

export async function loadLabels(
  fields: readonly FieldName[],
): Promise<ReadonlyMap<FieldName, readonly string[]>> {
  const languages = await Promise.all(Object.values(texts).map((load) => load()));
  return new Map(
    fields.map((name) => [name, languages.flatMap(({ ofDevice }) => ofDevice[name] ?? [])] as const),
  );
}

/** Importable fields of this user, and the allowed values of their cells. */
export function useImportSubject(): Omit<ImportSubject, 'devices' | 'table' | 'mapping'> & {
  readonly fields: readonly FieldName[];
} {
  const { t } = useTranslation('devices');
  const context = useFieldContext();
  const { mayCreate, mayEdit, mayWrite } = useDeviceRights();
  const groups = useLinkChoices('group').data;
  const calendars = useLinkChoices('calendar').data;
  const names = useMemo(
    () => ({
      ...choiceNames((kind, value) =>
        kind === 'state'
          ? t(`devices:deviceState.${value as 'installed'}`)
          : t(`devices:category.${value as 'car'}`),
      ),
      groupId: linkNames(groups ?? []),
      calendarId: linkNames(calendars ?? []),
    }),
    [t, groups, calendars],
  );
  const fields = FIELD_NAMES.filter((name) => mayWrite(fieldOf(name)));
  return { fields, context, names, mayCreate, mayEdit };
}

/** By whole path and by own name; a name that two have means neither. */
function linkNames(
  choices: readonly { readonly id: number; readonly name: string }[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const twice = new Set<string>();
  for (const { id, name } of choices) {
    const own = foldText(name.split(' / ').at(-1) ?? name);
    if (names.has(own)) twice.add(own);
    names.set(own, String(id));
  }
  for (const own of twice) names.set(own, AMBIGUOUS);
  for (const { id, name } of choices) names.set(foldText(name), String(id));
  return names;
}
