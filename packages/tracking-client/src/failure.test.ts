import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveCode, failureOf } from './failure.ts';

const login = { kind: 'login', authenticate: null } as const;
const other = { kind: 'other', authenticate: null } as const;

test('derives a code: before the dash, trimmed, underscores, upper case', () => {
  assert.equal(deriveCode('WRITE_ACCESS_DENIED - devices.edit is missing'), 'WRITE_ACCESS_DENIED');
  assert.equal(deriveCode(' Account is suspended - pay '), 'ACCOUNT_IS_SUSPENDED');
  assert.equal(deriveCode('Registration disabled'), 'REGISTRATION_DISABLED');
});

test('reads the first line of a stack trace without class names', () => {
  const text = 'jakarta.ws.rs.WebApplicationException: HTTP 401 Unauthorized\n\tat org.traccar.Api';
  const failure = failureOf(401, text, login);
  assert.equal(failure.code, 'HTTP_401_UNAUTHORIZED');
  assert.equal(failure.message, 'HTTP 401 Unauthorized');
});

test('knows what a stock tracking server says of a disabled account', () => {
  const failure = failureOf(400, 'java.lang.SecurityException: User is disabled', login);
  assert.equal(failure.code, 'ACCOUNT_IS_DISABLED');
});

test('reads HTTP 500 as a blocked account at login only', () => {
  assert.equal(failureOf(500, 'boom', login).code, 'ACCOUNT_IS_BLOCKED');
  assert.equal(failureOf(500, '', login).code, 'ACCOUNT_IS_BLOCKED');
  assert.equal(failureOf(500, 'boom', other).code, 'BOOM');
});

test('reads trustAvailable and the invoices of an error body', () => {
  const body = { error: 'ACCOUNT_IS_SUSPENDED', trustAvailable: true, invoices: [{ id: 1 }] };
  const failure = failureOf(400, JSON.stringify(body), login);
  assert.equal(failure.code, 'ACCOUNT_IS_SUSPENDED_TRUST');
  assert.equal(failure.trustAvailable, true);
  assert.deepEqual(failure.body, body);
});

test('prefers the stated code of a JSON body', () => {
  const raw = JSON.stringify({ error: 'Limit of 5 devices', code: 'USER_DEVICE_LIMIT_REACHED' });
  assert.equal(failureOf(400, raw, other).code, 'USER_DEVICE_LIMIT_REACHED');
});

test('a body that is no text is an unknown error', () => {
  assert.equal(failureOf(400, '[1,2]', login).code, 'UNKNOWN_ERROR');
  assert.equal(failureOf(400, '{"a":1}', login).code, 'UNKNOWN_ERROR');
  assert.equal(failureOf(404, '', other).code, 'UNKNOWN_ERROR');
});

test('a 401 without a body is a wrong login', () => {
  assert.equal(failureOf(401, '', login).code, 'HTTP_401_UNAUTHORIZED');
});

test('notes that a second factor is wanted', () => {
  const failure = failureOf(401, '', { kind: 'login', authenticate: 'TOTP' });
  assert.equal(failure.challenge, 'TOTP');
});
