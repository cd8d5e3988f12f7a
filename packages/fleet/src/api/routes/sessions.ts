import { z } from 'zod';
import { FIELD_LIMITS } from '../../entities/field-limits.ts';
import { did, madeToken, newPassword, signedIn, whenAsked } from '../audit-rules.ts';
import { instant, integer, text, theText } from '../query-fields.ts';
import { defineRoutes, file, nothing, one } from '../route.ts';

const area = 'session';
/** A link on another site leads to our own page, where the user confirms. */
const TO_OWN_PAGE = nothing(303);

/** @source docs/reference/tracking-api.md §3.2, §3.3 */
export const SESSION_ROUTES = defineRoutes({
  'GET /session': {
    area,
    summary: 'Who is signed in, 404 for nobody; with a token: signs in',
    access: 'public',
    query: z.object({
      token: text('Login or share token'),
      quiet: text('"true" = 204 for nobody instead of 404'),
    }),
    answer: one('User'),
    also: [TO_OWN_PAGE, nothing(204)],
    errors: [401, 404],
    audit: whenAsked('token', signedIn),
  },
  'POST /session': {
    area,
    summary: 'Signs in and sets the session cookie',
    access: 'public',
    form: z
      .object({
        email: theText('E-mail or login'),
        password: theText('Password'),
        code: text('One-time code, when asked for by 401 with WWW-Authenticate: TOTP'),
        trust: text('Takes the one trust unlock of a suspended account; read by the extension'),
      })
      .meta({ title: 'Login' }),
    answer: one('User'),
    errors: [401],
    audit: signedIn,
  },
  'DELETE /session': {
    area,
    summary: 'Signs out; live sockets of the session close',
    access: 'session',
    qrDriver: true,
    audit: did('logout', 'user'),
  },
  'GET /session/:id': {
    area,
    summary: 'Signs in as somebody one manages',
    access: 'users.edit',
    answer: one('User'),
    also: [TO_OWN_PAGE],
    audit: signedIn,
  },
  'GET /session/actor': {
    feature: 'actors',
    area,
    summary: 'Who acts as the person that is signed in; 204 when nobody else does',
    access: 'session',
    answer: one('Actor'),
    also: [nothing(204)],
  },
  'POST /session/back': {
    feature: 'actors',
    area,
    summary: 'Ends acting as somebody: signs in again as who really acts',
    access: 'session',
    answer: one('User'),
    audit: signedIn,
  },
  'POST /session/token': {
    area,
    summary: 'A login token',
    access: 'session',
    form: z
      .object({
        expiration: instant('Its end; a week when not given'),
        name: text(`What its owner calls it; at most ${FIELD_LIMITS.token.name} characters are kept (own)`),
        userId: integer('Whose it is; administrators make them for other accounts (own)'),
      })
      .meta({ title: 'NewToken' }),
    answer: file('text/plain'),
    audit: madeToken,
  },
  'POST /session/token/revoke': {
    area,
    summary: "Ends one of one's own tokens and what was opened with it",
    access: 'session',
    form: z.object({ token: theText('The token') }).meta({ title: 'TokenEnd' }),
    audit: did('remove', 'token'),
  },
  'POST /session/password': {
    feature: 'ownAccount',
    area,
    summary: 'Asks for a link by mail (email), or uses it (token, password); public',
    access: 'public',
    form: z
      .object({
        email: text('Account'),
        token: text('Of the link'),
        password: text('New password'),
        requested_from: text(
          'Address that the person uses; not believed: the host of the request counts, when it is a verified domain',
        ),
      })
      .meta({ title: 'PasswordChange' }),
    answer: nothing(200),
    audit: newPassword,
  },
  'POST /password/reset': {
    area,
    summary: 'Asks for a link by mail; public',
    access: 'public',
    form: z.object({ email: theText('Account') }).meta({ title: 'ResetRequest' }),
    answer: nothing(200),
  },
  'POST /password/update': {
    area,
    summary: 'Sets a password by a mailed link; public',
    access: 'public',
    form: z
      .object({ token: theText('Of the link'), password: theText('New password') })
      .meta({ title: 'ResetPassword' }),
    answer: nothing(200),
    audit: newPassword,
  },
  'GET /session/openid/auth': {
    area,
    summary: 'Leads to the OpenID Connect provider; public',
    access: 'public',
    answer: nothing(303),
  },
  'GET /session/openid/callback': {
    area,
    summary: 'Comes back from the provider; public',
    access: 'public',
    answer: nothing(303),
  },
});
