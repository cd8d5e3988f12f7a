import { serverSettingsBody, userBody } from '@rastro/fleet/schemas';
import { FROM, PLACE, THE_DEVICE, TO, USER_LIST, parameter } from './parameters.ts';
import { entity, file, listOf, type RouteDescription } from './route-description.ts';

export const ACCOUNTS: Readonly<Record<string, RouteDescription>> = {
  'GET /server': {
    area: 'server',
    summary: 'Settings and abilities of the server; public',
    answer: entity('Server'),
  },
  'PUT /server': {
    area: 'server',
    summary: 'Replaces the settings; administrators',
    body: serverSettingsBody,
    answer: entity('Server'),
  },
  'GET /server/timezones': {
    area: 'server',
    summary: 'Names of the time zones',
    answer: file('application/json'),
  },
  'GET /server/geocode': {
    area: 'server',
    summary: 'The address of a place; 204 when none is known',
    query: PLACE,
    answer: file('text/plain'),
  },
  'GET /server/geocode/search': {
    area: 'server',
    summary: 'Places by their names (own)',
    query: [parameter('query', 'string', 'What is looked for', { required: true })],
    answer: file('application/json'),
  },
  'POST /server/restart': { area: 'server', summary: 'Ends the server and starts it again; administrators' },
  'POST /server/reboot': { area: 'server', summary: 'The same under the name of the tracking API' },
  'GET /health': {
    area: 'server',
    summary: 'OK while the database answers; public',
    answer: file('text/plain'),
  },
  'GET /openapi.json': {
    area: 'server',
    summary: 'This description; public',
    answer: file('application/json'),
  },
  'GET /docs': { area: 'server', summary: 'This description as a page; public', answer: file('text/html') },
  'GET /docs.css': { area: 'server', summary: 'Its style sheet; public', answer: file('text/css') },
  'GET /audit': {
    area: 'server',
    summary: 'Who did what and when; administrators',
    query: [FROM, TO],
    answer: listOf('Action'),
  },
  'GET /statistics': {
    area: 'server',
    summary: 'Figures of each day; administrators',
    query: [FROM, TO],
    answer: listOf('Statistics'),
  },
  'GET /session': {
    area: 'session',
    summary: 'Who is signed in, 404 for nobody; with a token: signs in',
    query: [parameter('token', 'string', 'Login or share token')],
    answer: entity('User'),
  },
  'POST /session': {
    area: 'session',
    summary: 'Signs in and sets the session cookie',
    form: [
      parameter('email', 'string', 'E-mail or login', { required: true }),
      parameter('password', 'string', 'Password', { required: true }),
      parameter('code', 'string', 'One-time code, when asked for by 401 with WWW-Authenticate: TOTP'),
    ],
    answer: entity('User'),
  },
  'DELETE /session': { area: 'session', summary: 'Signs out; live sockets of the session close' },
  'GET /session/:id': {
    area: 'session',
    summary: 'Signs in as somebody one manages',
    answer: entity('User'),
  },
  'POST /session/token': {
    area: 'session',
    summary: 'A login token',
    form: [parameter('expiration', 'date-time', 'Its end; a week when not given')],
    answer: file('text/plain'),
  },
  'POST /session/token/revoke': {
    area: 'session',
    summary: "Ends one of one's own tokens and what was opened with it",
    form: [parameter('token', 'string', 'The token', { required: true })],
  },
  'POST /session/password': {
    area: 'session',
    summary: 'Asks for a link by mail (email), or uses it (token, password)',
    form: [
      parameter('email', 'string', 'Account'),
      parameter('token', 'string', 'Of the link'),
      parameter('password', 'string', 'New password'),
    ],
  },
  'POST /password/reset': {
    area: 'session',
    summary: 'Asks for a link by mail; public',
    form: [parameter('email', 'string', 'Account', { required: true })],
  },
  'POST /password/update': {
    area: 'session',
    summary: 'Sets a password by a mailed link; public',
    form: [
      parameter('token', 'string', 'Of the link', { required: true }),
      parameter('password', 'string', 'New password', { required: true }),
    ],
  },
  'GET /session/openid/auth': { area: 'session', summary: 'Leads to the OpenID Connect provider; public' },
  'GET /session/openid/callback': { area: 'session', summary: 'Comes back from the provider; public' },
  'GET /users': {
    area: 'users',
    summary: 'Administrators: all users; others: those they manage',
    query: USER_LIST,
    answer: listOf('User'),
  },
  'GET /users/:id': { area: 'users', summary: 'One user', answer: entity('User') },
  'POST /users': {
    area: 'users',
    summary: 'Makes a user; public while registration is open',
    body: userBody,
    answer: entity('User'),
  },
  'PUT /users/:id': {
    area: 'users',
    summary: 'Replaces a user; the body names it',
    body: userBody,
    answer: entity('User'),
  },
  'DELETE /users/:id': { area: 'users', summary: 'Removes a user' },
  'POST /users/totp': { area: 'users', summary: 'A new one-time-code key', answer: file('text/plain') },
  'POST /permissions': {
    area: 'permissions',
    summary: 'Links an owner and a property: the first member owns the second',
  },
  'DELETE /permissions': { area: 'permissions', summary: 'Unlinks a pair, in the body' },
  'POST /permissions/bulk': { area: 'permissions', summary: 'Links many pairs, all or none' },
  'DELETE /permissions/bulk': { area: 'permissions', summary: 'Unlinks many pairs' },
  'GET /permissions': {
    area: 'permissions',
    summary: 'Links by owner and property that the caller sees, 0 = any',
    answer: file('application/json'),
  },
  'POST /share/device': {
    area: 'shares',
    summary: 'A token for a guest who sees one device',
    form: [THE_DEVICE, parameter('expiration', 'date-time', 'Its end', { required: true })],
    answer: file('text/plain'),
  },
  'POST /share/group': {
    area: 'shares',
    summary: 'A token for a guest who sees one group',
    form: [
      parameter('groupId', 'integer', 'The group', { required: true }),
      parameter('expiration', 'date-time', 'Its end', { required: true }),
    ],
    answer: file('text/plain'),
  },
};
