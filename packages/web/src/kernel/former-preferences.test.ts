import { expect, test } from 'vitest';
import { formerEmail } from './former-preferences.ts';
import { createPreferences } from './preferences.ts';
import { createRememberedLogin } from './session/remembered-login.ts';

/** Attributes that another front end has written. */
function storageOf(values: Readonly<Record<string, string>>) {
  const map = new Map(Object.entries(values));
  const storage: Storage = {
    length: map.size,
    key: (index) => [...map.keys()][index] ?? null,
    clear: () => map.clear(),
    getItem: (name) => map.get(name) ?? null,
    setItem: (name, value) => void map.set(name, value),
    removeItem: (name) => void map.delete(name),
  };
  return { map, preferences: createPreferences(storage) };
}

test('[WEB-194] what another front end kept under these names is read on', () => {
  const { preferences } = storageOf({
    query: '"van norte & sul"',
    groupPref: '["12",7]',
    isMuted: '1',
    mapPref: '{"clustered":"false","plate":true}',
  });
  expect(new URLSearchParams(preferences.read('query') ?? '').get('q')).toBe('van norte & sul');
  expect(preferences.read('groupPref')).toBe('12');
  expect(preferences.read('isMuted')).toBe('true');
  expect(JSON.parse(preferences.read('mapPref') ?? '')).toEqual({ clustered: false, plate: true });
});

test('[WEB-194] what is ours stays as it is, and what is nothing goes', () => {
  const ours = { query: 'q=van&sort=name-desc', groupPref: '7', isMuted: 'false', mapPref: '{"name":false}' };
  const { preferences } = storageOf(ours);
  for (const name of ['query', 'groupPref', 'isMuted', 'mapPref'] as const)
    expect(preferences.read(name)).toBe(ours[name]);
  const { map } = storageOf({ query: ' ', groupPref: 'null', mapPref: 'no json' });
  expect([...map.keys()]).toEqual([]);
});

test('[WEB-194] of a login that was kept with its password the e-mail stays, and the password goes', async () => {
  const login = { email: 'ana@example.com', password: 'in the clear' };
  for (const text of [
    JSON.stringify(login),
    btoa(JSON.stringify(login)),
    btoa('ana@example.com:in the clear'),
    JSON.stringify({ email: btoa(login.email), password: btoa(login.password) }),
  ]) {
    const { map, preferences } = storageOf({ rememberme: text });
    // Without a store of keys nothing is stored, rather than in clear text.
    const none = { indexedDB: {} as IDBFactory, crypto: globalThis.crypto };
    expect(await createRememberedLogin(preferences, none).load()).toEqual({
      email: login.email,
      token: null,
    });
    expect(map.has('rememberme')).toBe(false);
  }
});

test('[WEB-194] a login that we have sealed ourselves is none of another front end', () => {
  for (let round = 0; round < 2000; round++) {
    const sealed = String.fromCharCode(0x61, 0x40, 0x62, 0x3a, ...crypto.getRandomValues(new Uint8Array(90)));
    expect(formerEmail(btoa(sealed))).toBeNull();
  }
});
