import type { Device, Driver } from '@rastro/fleet';
import type { Checklist } from '@rastro/fleet/inspections';
import type { BothKinds, Kind } from './both-kinds.ts';

/** For tests: a company whose vehicles are inspected. */
const PASSWORD = 'keys in the drawer';
let made = 0;

export const CHECKLIST = {
  name: 'Daily',
  categories: ['van'],
  phases: ['before'],
  blocksCheckIn: true,
  items: [
    { id: 1, text: 'Brakes work', kind: 'yesNo', severity: 'unsafe' },
    { id: 2, text: 'Tread', kind: 'number', severity: 'major', min: 1.6, unit: 'mm' },
    { id: 3, text: 'Odometer', kind: 'photo', isRequired: false },
  ],
};
/** A company with a clerk, who sees one of two vans, and two drivers who may check in; another company. */
export async function inspectionCompany(both: BothKinds, kind: Kind) {
  const acme = await both.account(kind, await both.root(kind), 'acme', { userLimit: -1 });
  const other = await both.account(kind, await both.root(kind), 'other', { userLimit: -1 });
  const clerk = await both.account(kind, acme.client, 'clerk');
  const van = async (name: string): Promise<Device> =>
    acme.client.json<Device>('POST', '/api/devices', {
      name,
      uniqueId: `inspect-${kind}-${(made += 1)}`,
      category: 'van',
    });
  const driver = async (name: string) => {
    const uniqueId = `inspector-${kind}-${(made += 1)}`;
    const { id } = await acme.client.json<Driver>('POST', '/api/drivers', { name, uniqueId });
    const login = { username: `inspector${made}.${kind}`, password: PASSWORD };
    await acme.client.json('PUT', `/ext/drivers/${id}/qr-access`, login);
    return { id, uniqueId, name, client: await both.signIn(kind, login.username, PASSWORD) };
  };
  const [van1, van2] = [await van('Van 1'), await van('Van 2')];
  await acme.client.json('POST', '/api/permissions', { userId: clerk.id, deviceId: van1.id });
  const checklist = await acme.client.json<Checklist>('POST', '/ext/checklists', CHECKLIST);
  return {
    acme,
    other,
    clerk,
    van1,
    van2,
    checklist,
    davi: await driver('Davi'),
    rosa: await driver('Rosa'),
  };
}
