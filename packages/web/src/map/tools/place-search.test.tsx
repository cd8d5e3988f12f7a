// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import en from '../../i18n/locales/en/map.json';
import { PlaceSearch, type PlaceSearchProps, type SearchPlaces } from './place-search.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', ns: ['map'], resources: { en: { map: en } } });
});
afterEach(cleanup);

const RUA = { name: 'Rua Um, Recife', latitude: -8.05, longitude: -34.9 };
const DOIS = { name: 'Rua Dois, Recife', latitude: -8.06, longitude: -34.91 };

function open(search: SearchPlaces | null) {
  const calls = { onPlace: vi.fn<PlaceSearchProps['onPlace']>(), onClose: vi.fn() };
  render(<PlaceSearch search={search} write={({ latitude }) => `lat ${latitude}`} {...calls} />);
  return calls;
}
const ask = (text: string): Promise<void> => userEvent.type(screen.getByRole('searchbox'), `${text}{Enter}`);

test('[WEBMAP-42] an address is requested once, and a result is shown on the map', async () => {
  const asked: string[] = [];
  const calls = open(async (text) => {
    asked.push(text);
    return [RUA, DOIS];
  });
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await ask(' Rua, Recife ');
  await screen.findByText('2 places found.');
  expect(asked).toEqual(['Rua, Recife']);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(calls.onPlace).toHaveBeenCalledWith(DOIS);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await userEvent.keyboard('{Escape}');
  expect(calls.onClose).toHaveBeenCalledOnce();
});

test('[WEBMAP-43] an error is shown in place, and too short a text is not sent', async () => {
  const search = vi.fn<SearchPlaces>(async () => 'The address service is not responding.');
  open(search);
  await ask('Ru');
  await screen.findByText('Type at least 3 letters.');
  expect(search).not.toHaveBeenCalled();
  await ask('a Um');
  await screen.findByText('The address service is not responding.');
});

test('[WEBMAP-44] coordinates need no geocoder', async () => {
  const calls = open(null);
  await ask('Rua Um');
  await screen.findByText(/These are not coordinates/);
  await userEvent.clear(screen.getByRole('searchbox'));
  await ask('-8.05, -34.9');
  await screen.findByRole('button', { name: 'lat -8.05' });
  expect(calls.onPlace).toHaveBeenCalledWith({ latitude: -8.05, longitude: -34.9 });
});

test('[WEBMAP-45] the answer to a former question is not shown', async () => {
  const answers: ((places: readonly [typeof RUA]) => void)[] = [];
  open(
    () =>
      new Promise((resolve) => {
        answers.push(resolve);
      }),
  );
  await ask('Rua Um');
  await ask(' e Dois');
  answers[1]?.([DOIS]);
  await screen.findByRole('button', { name: DOIS.name });
  answers[0]?.([RUA]);
  await Promise.resolve();
  expect(screen.queryByRole('button', { name: RUA.name })).toBeNull();
});
