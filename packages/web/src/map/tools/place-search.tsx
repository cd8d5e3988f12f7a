import type { LatLng } from '@rastro/fleet';
import { useEffect, useId, useRef, useState, type FormEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { MapIcon } from '../controls/map-icons.tsx';
import styles from './map-tools.module.css';
import { readCoordinates } from './read-coordinates.ts';

export interface FoundPlace extends LatLng {
  readonly name: string;
}
/** @returns places, or in words what went wrong. */
export type SearchPlaces = (text: string, signal: AbortSignal) => Promise<readonly FoundPlace[] | string>;

export interface PlaceSearchProps {
  /** null = the server has no geocoder: coordinates are read all the same. */
  readonly search: SearchPlaces | null;
  readonly write: (place: LatLng) => string;
  readonly onPlace: (place: LatLng) => void;
  readonly onClose: () => void;
}
type Outcome =
  | { readonly kind: 'idle' | 'busy' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'found'; readonly places: readonly FoundPlace[] };

/** Required by the server. */
const MIN_LENGTH = 3;

/** Searches on request only: geocoders forbid a request per letter. A later request replaces an earlier one. */
function useSearch({ search, write, onPlace }: Omit<PlaceSearchProps, 'onClose'>) {
  const { t } = useTranslation('map');
  const asking = useRef(new AbortController());
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'idle' });
  useEffect(() => {
    const asked = asking;
    return () => asked.current.abort();
  }, []);

  const ask = async (text: string): Promise<void> => {
    asking.current.abort();
    const place = readCoordinates(text);
    if (place !== null) {
      setOutcome({ kind: 'found', places: [{ ...place, name: write(place) }] });
      onPlace(place);
      return;
    }
    if (search === null) {
      setOutcome({ kind: 'failed', text: t('search.noCoordinates') });
      return;
    }
    if (text.trim().length < MIN_LENGTH) {
      setOutcome({ kind: 'failed', text: t('search.short') });
      return;
    }
    const controller = new AbortController();
    asking.current = controller;
    setOutcome({ kind: 'busy' });
    const answer = await search(text.trim(), controller.signal).catch(() => null);
    if (controller.signal.aborted || answer === null) return;
    if (typeof answer === 'string') setOutcome({ kind: 'failed', text: answer });
    else setOutcome({ kind: 'found', places: answer });
  };
  return { outcome, ask };
}

/** Finds an address or a pair of coordinates. */
export function PlaceSearch(props: PlaceSearchProps) {
  const { search, onPlace, onClose } = props;
  const { t } = useTranslation('map');
  const hintId = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState('');
  const { outcome, ask } = useSearch(props);
  useEffect(() => field.current?.focus(), []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void ask(text);
  };
  const onKey = (key: string): boolean => {
    if (key === 'Escape') onClose();
    else if (key === 'ArrowDown' || key === 'ArrowUp')
      step(list.current, field.current, key === 'ArrowDown' ? 1 : -1);
    else return false;
    return true;
  };
  return (
    // Escape and arrows bubble up from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <search
      className={styles['card']}
      aria-label={t('search.title')}
      onKeyDown={(event) => {
        if (onKey(event.key)) event.preventDefault();
      }}
    >
      <form className={styles['searchForm']} onSubmit={submit}>
        <input
          ref={field}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          aria-label={t(search === null ? 'search.coordinates' : 'search.label')}
          aria-describedby={hintId}
          placeholder={t(search === null ? 'search.coordinates' : 'search.label')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" aria-label={t('search.go')} title={t('search.go')}>
          <MapIcon name="search" />
        </button>
        <button type="button" aria-label={t('close')} title={t('close')} onClick={onClose}>
          <MapIcon name="close" />
        </button>
      </form>
      <OutcomeHint id={hintId} outcome={outcome} />
      {outcome.kind === 'found' && outcome.places.length > 0 ? (
        <Places ref={list} places={outcome.places} onPlace={onPlace} />
      ) : null}
    </search>
  );
}

interface PlacesProps {
  readonly ref: Ref<HTMLUListElement>;
  readonly places: readonly FoundPlace[];
  readonly onPlace: (place: LatLng) => void;
}

function Places({ ref, places, onPlace }: PlacesProps) {
  return (
    <ul ref={ref} className={styles['places']}>
      {places.map((place) => (
        <li key={`${place.latitude},${place.longitude},${place.name}`}>
          <button type="button" onClick={() => onPlace(place)}>
            {place.name}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Status of the search as text. */
function OutcomeHint({ id, outcome }: { readonly id: string; readonly outcome: Outcome }) {
  const { t } = useTranslation('map');
  return (
    <p id={id} className={styles['hint']} role="status" data-failed={outcome.kind === 'failed'}>
      {outcome.kind === 'idle' && t('search.hint')}
      {outcome.kind === 'busy' && t('search.busy')}
      {outcome.kind === 'failed' && outcome.text}
      {outcome.kind === 'found' &&
        (outcome.places.length === 0
          ? t('search.none')
          : t('search.found', { count: outcome.places.length }))}
    </p>
  );
}

/** Arrows go from the field through the results and back. */
function step(list: HTMLElement | null, field: HTMLElement | null, by: 1 | -1): void {
  const stops = [field, ...(list?.querySelectorAll('button') ?? [])];
  const now = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.max(0, Math.min(stops.length - 1, now + by))]?.focus();
}
