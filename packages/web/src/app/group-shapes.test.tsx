import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { useGroupPick, useGroupShapes } from './use-group-shapes.ts';

/** Shows the data that the map receives, and the effect of a click on it. */
function Groups() {
  const { pathname, search } = useLocation();
  const pick = useGroupPick();
  return (
    <>
      <output>{pathname + search}</output>
      {useGroupShapes(true).map(({ id, text }) => (
        <button key={id} type="button" onClick={() => pick(id)}>
          {text}
        </button>
      ))}
    </>
  );
}

const openGroups = (at: string) =>
  openPage({
    at,
    server: new MemoryServer()
      .on('GET /api/session', { body: aUser({ administrator: true }) })
      .on('GET /api/groups', { body: [{ id: 4, name: 'North', groupId: 0, attributes: {} }] }),
    fleet: new MemoryFleet([
      aVehicle({ id: 1, groupId: 4 }),
      aVehicle({ id: 2, groupId: 4 }),
      aVehicle({ id: 3, groupId: 4 }, null),
      aVehicle({ id: 4, groupId: 5 }),
      aVehicle({ id: 5 }),
    ]),
    routes: () => [{ path: '*', element: <Groups /> }],
  });

test('[WEBMAP-52] groups are shown with their name and number of vehicles on the map', async () => {
  await openGroups('/home');
  await screen.findByRole('button', { name: 'North · 2' });
  expect(screen.getAllByRole('button').filter(({ textContent }) => /·/.test(textContent))).toHaveLength(1);
});

test('[WEBMAP-53] a press filters by the group and keeps the filters of an open list; the next one lets go', async () => {
  const user = userEvent.setup();
  const page = await openGroups('/home?q=old');
  const press = async () => await user.click(await screen.findByRole('button', { name: 'North · 2' }));
  await press();
  screen.getByText('/devices?group=4');
  page.unmount();
  await openGroups('/devices?q=van');
  await press();
  screen.getByText('/devices?q=van&group=4');
  await press();
  screen.getByText('/devices?q=van');
});
