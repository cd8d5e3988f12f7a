import { USER_ATTRIBUTES } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { aUser } from '../../testing/memory-server.ts';
import { changedUser, checkUser, unitOf, userValues } from './user-values.ts';

const actor = aUser({ administrator: true });
const PRICE = `rastro.${USER_ATTRIBUTES.price.name}`;
const INTEREST = `rastro.${USER_ATTRIBUTES.interest.name}`;

test('[WEBUSER-25] money, shares and limits are read and shown in the language of the editing user', () => {
  const user = { ...aUser({ id: 7 }), attributes: { [PRICE]: 123_456, [INTEREST]: 0.033 } };
  const written = (language: 'pt-BR' | 'en', price: string, interest: string, deviceLimit: string) => {
    const context = { brand: 'rastro', actor, language, zone: 'UTC' };
    const before = userValues(user, context);
    const values = { ...before, price, interest, deviceLimit };
    expect(checkUser(user, values, context)).toEqual({});
    const changed = changedUser(user, values, context);
    return [changed.attributes[PRICE], changed.attributes[INTEREST], changed.deviceLimit];
  };
  expect(written('pt-BR', '1.500', '0,05', '1.000')).toEqual([150_000, 0.05, 1000]);
  expect(written('pt-BR', '1.500,90', '0.05', '')).toEqual([150_090, 0.05, -1]);
  expect(written('en', '1,500.90', '0.05', '1,000')).toEqual([150_090, 0.05, 1000]);
  const shown = userValues(user, { brand: 'rastro', actor, language: 'pt-BR', zone: 'UTC' });
  expect([shown.price, shown.interest]).toEqual(['1.234,56', '0,033']);
});

test('[WEBUSER-25] what is no number is an error, and untouched fields keep their value', () => {
  const context = { brand: 'rastro', actor, language: 'es', zone: 'UTC' } as const;
  const user = { ...aUser({ id: 7 }), attributes: { [PRICE]: 4990 } };
  const values = userValues(user, context);
  expect(checkUser(user, { ...values, price: '1.50.0' }, context)).toEqual({
    price: 'valueWrong',
  });
  expect(checkUser(user, { ...values, deviceLimit: '2,5' }, context)).toEqual({ deviceLimit: 'limitWrong' });
  expect(changedUser(user, values, context).attributes).toEqual(user.attributes);
});

test('[WEBUSER-26] the last day of an account is a day in the zone of the editing user', () => {
  for (const [zone, end, day] of [
    ['Asia/Kolkata', '2026-12-31T18:29:59.000Z', '2026-12-31'],
    ['America/Manaus', '2027-01-01T03:59:59.000Z', '2026-12-31'],
  ] as const) {
    const context = { brand: 'rastro', actor, language: 'pt-BR', zone } as const;
    const user = aUser({ id: 7, expirationTime: null });
    const values = { ...userValues(user, context), lastDay: day };
    expect(changedUser(user, values, context).expirationTime).toBe(end);
    expect(userValues({ ...user, expirationTime: end }, context).lastDay).toBe(day);
    // A year that is still being typed is no first of January, and no month has a day too many.
    for (const lastDay of ['2027', '2026-02-31'])
      expect(checkUser(user, { ...values, lastDay }, context)).toEqual({ lastDay: 'dateWrong' });
  }
});

test('[WEBUSER-27] a fixed fine is typed as money and kept in cents, one of per cent as it is typed', () => {
  const [FINE, MODE] = [USER_ATTRIBUTES.fine, USER_ATTRIBUTES.fineMode].map(({ name }) => `rastro.${name}`);
  if (FINE === undefined || MODE === undefined) throw new Error('no fine');
  const context = { brand: 'rastro', actor, language: 'pt-BR', zone: 'UTC' } as const;
  const user = { ...aUser({ id: 7 }), attributes: { [FINE]: 250, [MODE]: 'fixed' } };
  const before = userValues(user, context);
  expect([before.fine, unitOf('fine', before, 'pt-BR')]).toEqual(['2,50', 'R$']);
  const saved = (fine: string, fineMode = 'fixed') => {
    const values = { ...before, fine, fineMode };
    const { fine: problem } = checkUser(user, values, context);
    return problem ?? changedUser(user, values, context).attributes[FINE];
  };
  expect([saved('2,50'), saved('R$ 1.500,00'), saved('3 %')]).toEqual([250, 150_000, 'valueWrong']);
  // The number alone stays, and what it means changes with the mode.
  expect([saved('2,50', 'percent'), saved('2 %', 'percent'), saved('101', 'percent')]).toEqual([
    2.5,
    2,
    'valueWrong',
  ]);
});
