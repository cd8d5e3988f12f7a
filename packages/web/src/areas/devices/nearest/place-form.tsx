import { ActionIcon, TextInput } from '@mantine/core';
import type { LatLng } from '@rastro/fleet';
import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { readCoordinates } from '../../../map/tools/read-coordinates.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import styles from './nearest.module.css';

interface NamedPlace extends LatLng {
  readonly name: string;
}
/** Required by the server. */
const MIN_LENGTH = 3;

/** An address or coordinates; one place that is found is taken, of several one is chosen. */
export function PlaceForm({ onPlace }: { onPlace: (place: LatLng) => void }) {
  const { t } = useTranslation('nearest');
  const [text, setText] = useState('');
  const { places, message, busy, ask, forget } = usePlaces(onPlace);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void ask(text.trim());
  };
  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <TextInput
          type="search"
          aria-label={t('nearest:search')}
          placeholder={t('nearest:search')}
          maxLength={200}
          value={text}
          error={message}
          rightSection={
            <ActionIcon
              type="submit"
              variant="subtle"
              color="gray"
              loading={busy}
              aria-label={t('nearest:go')}
            >
              <Search size={16} aria-hidden />
            </ActionIcon>
          }
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
      {places.length > 0 && (
        <ul className={styles.places} aria-label={t('nearest:places')}>
          {places.map((place) => (
            <li key={`${place.latitude},${place.longitude},${place.name}`}>
              <button
                type="button"
                onClick={() => {
                  forget();
                  onPlace(place);
                }}
              >
                {place.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

/** Searches on request only: geocoders forbid a request per letter. */
function usePlaces(onPlace: (place: LatLng) => void) {
  const { t } = useTranslation('nearest');
  const { client } = useServices();
  const { geocoderEnabled } = useSignedIn().server.server;
  const failureText = useFailureText();
  const { busy, run } = useWrite((text: string, signal) => client.server.searchPlaces(text, signal));
  const [places, setPlaces] = useState<readonly NamedPlace[]>([]);
  const [message, setMessage] = useState<string | null>(null);
  const ask = async (text: string): Promise<void> => {
    setPlaces([]);
    setMessage(null);
    const place = readCoordinates(text);
    if (place !== null) onPlace(place);
    else if (!geocoderEnabled) setMessage(t('nearest:noCoordinates'));
    else if (text.length < MIN_LENGTH) setMessage(t('nearest:short'));
    else {
      const answer = await run(text);
      if (answer === null) return;
      if (!answer.ok) setMessage(failureText(answer.error));
      else if (answer.value.length === 1 && answer.value[0] !== undefined) onPlace(answer.value[0]);
      else if (answer.value.length === 0) setMessage(t('nearest:noPlace'));
      else setPlaces(answer.value);
    }
  };
  return { places, message, busy, ask, forget: () => setPlaces([]) };
}
