import { matchLanguage, zoneCities, zoneOffsetText, type Language } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchedSelect, type SearchedSelectProps } from './searched-select.tsx';

interface Option {
  readonly value: string;
  readonly label: string;
  readonly search: string;
}

/** Asking the browser for four hundred offsets takes a while: once for each language. */
const made = new Map<Language, readonly Option[]>();

function zonesIn(language: Language): readonly Option[] {
  const known = made.get(language);
  if (known) return known;
  const now = Date.now();
  const options = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) =>
    optionOf(zone, language, now),
  );
  made.set(language, options);
  return options;
}

function optionOf(zone: string, language: Language, now: number): Option {
  const name = zone.replaceAll('_', ' ');
  const generic = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const offset = zoneOffsetText(zone, language, now);
  return {
    value: zone,
    label: offset === name ? name : `${name} (${offset})`,
    search: [name, offset, generic ?? '', ...zoneCities(zone)].join(' '),
  };
}

interface ZoneSelectProps extends Omit<SearchedSelectProps, 'options'> {
  /** Placeholder while no zone is chosen: the zone that applies then. */
  readonly usual?: string;
}

const formerZone = (zone: string, language: Language): Option => optionOf(zone, language, Date.now());

/** A time zone, found by its name, its offset, or a city in the language of the page. */
export function ZoneSelect({ usual, value, ...selectProps }: ZoneSelectProps) {
  const { i18n } = useTranslation();
  const language = matchLanguage(i18n.language) ?? 'en';
  const options = useMemo(() => {
    const zones = zonesIn(language);
    // Former names stay as they are written: another one would be a change that the user did not make.
    const isKnown = value === '' || zones.some((zone) => zone.value === value);
    return isKnown ? zones : [formerZone(value, language), ...zones];
  }, [language, value]);
  return (
    <SearchedSelect
      {...selectProps}
      options={options}
      value={value}
      {...(usual === undefined ? {} : { placeholder: usual, clearable: true })}
    />
  );
}
