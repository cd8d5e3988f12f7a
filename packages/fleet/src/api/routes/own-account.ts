import { z } from 'zod';
import { confirmedBody, oneTimeKeyBody } from '../../schemas/own-account.ts';
import { did } from '../audit-rules.ts';
import { defineRoutes, json, listOf, one } from '../route.ts';

const area = 'account';

/** Actions of users on their own account, besides its fields (own). Guests have none. */
export const ACCOUNT_ROUTES = defineRoutes({
  'GET /account': {
    feature: 'ownAccount',
    area,
    summary:
      'Whether one-time codes are on, recovery codes that are left, and whether its deletion was asked for',
    access: 'session',
    answer: one('AccountStanding'),
  },
  'GET /account/keys': {
    feature: 'ownAccount',
    area,
    summary: 'Sessions and tokens of the account, newest first',
    access: 'session',
    answer: listOf('AccountKey'),
  },
  'DELETE /account/keys': {
    feature: 'ownAccount',
    area,
    summary: 'Ends all sessions but the one that asks; tokens stay',
    access: 'session',
    audit: did('remove', 'session'),
  },
  'DELETE /account/keys/:key': {
    feature: 'ownAccount',
    area,
    summary: 'Ends a session or a token of the account, and what was opened with it',
    access: 'session',
    audit: did('remove', 'session'),
  },
  'PUT /account/totp': {
    feature: 'ownAccount',
    area,
    summary: 'Switches one-time codes on: the code of the moment shows that the key has arrived',
    access: 'users.selfEdit',
    body: oneTimeKeyBody.meta({ title: 'OneTimeKey' }),
    answer: one('RecoveryCodes'),
    audit: did('enable', 'totp'),
  },
  'POST /account/totp/off': {
    feature: 'ownAccount',
    area,
    summary: 'Switches one-time codes off, and takes the recovery codes away',
    access: 'users.selfEdit',
    body: confirmedBody.meta({ title: 'OneTimeCodesOff' }),
    audit: did('disable', 'totp'),
  },
  'POST /account/recovery': {
    feature: 'ownAccount',
    area,
    summary: 'New recovery codes; the former ones open nothing any more',
    access: 'users.selfEdit',
    body: confirmedBody.meta({ title: 'NewRecoveryCodes' }),
    answer: one('RecoveryCodes'),
    audit: did('create', 'recoveryCodes'),
  },
  'GET /account/export': {
    feature: 'ownAccount',
    area,
    summary: 'All that is kept about the account: itself, its links, keys and what it did',
    access: 'session',
    answer: json(z.record(z.string(), z.unknown())),
    audit: did('export', 'account'),
  },
  'POST /account/deletion': {
    feature: 'ownAccount',
    area,
    summary: 'Asks those who look after the account to delete it',
    access: 'session',
    body: confirmedBody.meta({ title: 'DeletionRequest' }),
    answer: one('AccountStanding'),
    audit: did('request', 'deletion'),
  },
  'DELETE /account/deletion': {
    feature: 'ownAccount',
    area,
    summary: 'Takes that back',
    access: 'session',
    answer: one('AccountStanding'),
    audit: did('withdraw', 'deletion'),
  },
});
