import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { choose } from '../testing/choose.ts';
import { MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { ZoneSelect } from './zone-select.tsx';

function Asked({ first }: { readonly first: string }) {
  const [zone, setZone] = useState(first);
  return (
    <>
      <ZoneSelect label="Time zone" usual="As the installation" value={zone} onChange={setZone} />
      <output>{zone}</output>
    </>
  );
}
const open = (first: string) =>
  openPage({
    server: new MemoryServer(),
    at: '/',
    routes: () => [{ path: '/', element: <Asked first={first} /> }],
  });
const storedText = (): string | null => screen.getByRole('status').textContent;

test('[WEB-310] a zone is found by a city that it is not named after, in any of our languages, and shown with its offset', async () => {
  await open('');
  await screen.findByRole('combobox', { name: 'Time zone' });
  await choose('Time zone', 'brasilia', 'America/Sao Paulo (GMT-3)');
  expect(storedText()).toBe('America/Sao_Paulo');
  const field = screen.getByRole('combobox', { name: 'Time zone' });
  await userEvent.clear(field);
  expect(storedText(), 'an emptied field is as the installation').toBe('');
});

test('[WEB-310] a stored former name of a zone stays as it is', async () => {
  await open('Brazil/East');
  expect(await screen.findByRole('combobox', { name: 'Time zone' })).toHaveProperty(
    'value',
    'Brazil/East (GMT-3)',
  );
});
