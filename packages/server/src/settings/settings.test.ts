import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSettings, readSettings, SettingError } from './read-settings.ts';
import { SETTINGS, type SettingName } from './registry.ts';

const read = (environment: Record<string, string>, file: string | null = null) =>
  readSettings(environment, file);
/** The message of a rejected setting. */
function errorOf(environment: Record<string, string>, file: string | null = null): string {
  try {
    read(environment, file);
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('[SET-1] without any setting everything has its documented default', () => {
  const settings = read({});
  assert.equal(settings.PORT, 8082);
  assert.equal(settings.HOST, '0.0.0.0');
  assert.equal(settings.TRACKING_SERVER_URL, null);
  assert.equal(settings.TRUST_PROXY, false);
  assert.equal(settings.FILTER_PAST, null);
  assert.equal(settings.PROTOCOLS.get('teltonika'), 5027);
  assert.equal(settings.REGISTER_UNKNOWN, null);
});

test('[SET-2] the environment wins over the file, the file over the default', () => {
  const file =
    '# ports\n\nPORT=1000\r\nTITLE = "My fleet" \nBRAND=\'acme\'\nADMIN_PASSWORD=a=b=c=d=e\nADMIN_EMAIL=x@y\n';
  const settings = read({ PORT: ' 2000 ' }, file);
  assert.deepEqual(
    [settings.PORT, settings.TITLE, settings.BRAND, settings.ADMIN_PASSWORD, settings.HOST],
    [2000, 'My fleet', 'acme', 'a=b=c=d=e', '0.0.0.0'],
  );
});

/** Good texts with their values, bad texts; one setting for each parser. */
const CASES: readonly (readonly [SettingName, readonly (readonly [string, unknown])[], readonly string[]])[] =
  [
    [
      'PORT',
      [
        ['0', 0],
        ['65535', 65_535],
      ],
      ['', '-1', '65536', '80a', '1.5', '0x50', '1e3', 'NaN'],
    ],
    [
      'MAP_STYLE_URL',
      [
        ['', null],
        ['https://a.example/s', { light: 'https://a.example/s', dark: 'https://a.example/s' }],
        [
          'https://a.example/l  http://b.example/d',
          { light: 'https://a.example/l', dark: 'http://b.example/d' },
        ],
      ],
      ['liberty', 'https://a.example/l dark', 'ftp://a.example/l', 'https://a/1 https://a/2 https://a/3'],
    ],
    [
      'DEVICE_LIMIT',
      [
        ['0', 0],
        ['7', 7],
      ],
      ['-1', '9'.repeat(30)],
    ],
    [
      'FILTER_PAST',
      [
        ['', null],
        ['60', 60],
      ],
      ['0', 'never'],
    ],
    [
      'TRUST_PROXY',
      [
        ['true', true],
        ['1', true],
        ['false', false],
        ['0', false],
        ['', false],
      ],
      ['yes', 'TRUE', 'on'],
    ],
    [
      'LICENSE_MODE',
      [
        ['plus', 'plus'],
        ['standard', 'standard'],
      ],
      ['', 'Plus', 'free'],
    ],
    [
      'TRACKING_SERVER_URL',
      [
        ['', null],
        ['http://a:1/', 'http://a:1'],
        ['https://a/b//', 'https://a/b'],
      ],
      ['a:1', 'ftp://a', '//a', 'http://'],
    ],
    [
      'EXT_PATH',
      [
        ['/ext', '/ext'],
        ['/my-2', '/my-2'],
      ],
      ['', 'ext', '/api', '/a/b', '/', '/Ext', '/../x'],
    ],
    [
      'BRAND',
      [
        ['acme', 'acme'],
        ['a_1-b', 'a_1-b'],
      ],
      ['', '1a', 'a.b', 'a b', 'a'.repeat(33)],
    ],
    ['REGISTER_UNKNOWN', [['', null]], ['(', '[z-a]']],
    [
      'DEVICE_PROXY_FROM',
      [['', null]],
      ['lb.example.com', '10.0.0.0/33', '10.0.0.5 10.0.0.6', '10.0.0.5,', '10.0.0.5:80'],
    ],
    [
      'PROTOCOLS',
      [],
      [
        'martian:5000',
        'teltonika',
        'teltonika:',
        'teltonika:99999',
        'teltonika:x',
        'teltonika:1:2',
        'osmand:1,osmand:2',
      ],
    ],
    [
      'DATABASE_URL',
      [
        ['', null],
        ['postgres://x/y', 'postgres://x/y'],
        ['postgres://a:b@x:1,y:2/z', 'postgres://a:b@x:1,y:2/z'],
      ],
      ['postgres://x', 'mysql://x/y', 'x'],
    ],
    ['DATABASE_READ_URL', [['', null]], ['postgres://replica', 'mysql://x/y']],
    [
      'MEDIA_URL',
      [
        ['', null],
        [
          'https://key:se%2Fcret@s3.example.com/media/fleet?region=eu-west-1',
          {
            url: 'https://s3.example.com/media/fleet',
            accessKeyId: 'key',
            secretAccessKey: 'se/cret',
            region: 'eu-west-1',
          },
        ],
      ],
      ['https://s3.example.com/media', 'https://key:secret@s3.example.com', 's3://key:secret@host/media'],
    ],
    ['NATS_URL', [['', null]], ['http://x', 'nats://a:4222,b']],
    ['NATS_PREFIX', [['fleet-2', 'fleet-2']], ['', 'a.b', 'a b', '>']],
    [
      'ROLES',
      [
        ['all', new Set(['ingest', 'process', 'api'])],
        ['api,ingest, process', new Set(['ingest', 'process', 'api'])],
      ],
      ['', 'ingest,api,users', 'ingest,,api', 'all,api'],
    ],
    [
      'NODE_NAME',
      [
        ['', ''],
        ['gate-1', 'gate-1'],
      ],
      ['gate 1', 'a.b', '*'],
    ],
    ['LOG_LEVEL', [['silent', 'silent']], ['loud']],
  ];
for (const [name, good, bad] of CASES) {
  test(`[SET-3] ${name} takes what fits and refuses the rest by its name`, () => {
    for (const [text, value] of good) assert.deepEqual(read({ [name]: text })[name], value, `"${text}"`);
    for (const text of bad) {
      const shown = SETTINGS[name].isSecret ? '' : ` "${text}"`;
      assert.ok(errorOf({ [name]: text }).startsWith(`Setting ${name}${shown} `), `"${text}"`);
    }
  });
}

test('[SET-8] several processes need what they share, and the name of what is missing is said', () => {
  const shared = {
    NATS_URL: 'nats://n:4222',
    DATABASE_URL: 'postgres://u:p@d/rastro',
    SECRET_KEY: 'x'.repeat(32),
  };
  assert.deepEqual(read({ ...shared, ROLES: 'ingest' }).ROLES, new Set(['ingest']));
  assert.match(errorOf({ ROLES: 'ingest' }), /ROLES needs NATS_URL/);
  assert.match(errorOf({ ...shared, DATABASE_URL: '' }), /NATS_URL needs DATABASE_URL/);
  assert.match(errorOf({ ...shared, SECRET_KEY: '' }), /NATS_URL needs SECRET_KEY/);
  assert.equal(
    read({ ...shared, SECRET_KEY: '', ROLES: 'process,ingest' }).SECRET_KEY,
    '',
    'no secret is there',
  );
  assert.match(
    errorOf({ ...shared, TRACKING_SERVER_URL: 'http://t' }),
    /does not go with TRACKING_SERVER_URL/,
  );
});

test('[SET-3] a certificate for NATS and its key need one another', () => {
  for (const name of ['NATS_CERTIFICATE', 'NATS_KEY'])
    assert.equal(errorOf({ [name]: 'file.pem' }), 'Settings NATS_CERTIFICATE and NATS_KEY need one another');
});

test('[SET-4] protocol ports and the pattern of unknown devices are read', () => {
  const { PROTOCOLS, REGISTER_UNKNOWN } = read({
    PROTOCOLS: ' teltonika:0, osmand:5055,',
    REGISTER_UNKNOWN: '\\d{15}|x',
  });
  assert.deepEqual(
    [...PROTOCOLS],
    [
      ['teltonika', 0],
      ['osmand', 5055],
    ],
  );
  assert.equal(read({ PROTOCOLS: '' }).PROTOCOLS.size, 0);
  const fits = (id: string): boolean => REGISTER_UNKNOWN?.test(id) ?? false;
  assert.deepEqual(['3'.repeat(15), 'x', `a${'3'.repeat(15)}`, 'xx'].map(fits), [true, true, false, false]);
});

test('[SET-5] an unknown name or a line that is none in .env is refused by its name or number', () => {
  assert.match(errorOf({}, 'PROT=1'), /^Setting PROT in \.env is unknown/);
  assert.match(errorOf({}, 'toString=1'), /^Setting toString in \.env is unknown/);
  assert.match(errorOf({}, 'PORT=1\njust words'), /^Line 2 of \.env /);
  assert.match(errorOf({}, '=1'), /^Line 1 of \.env /);
  assert.match(errorOf({}, 'PORT=abc'), /^Setting PORT "abc" /);
  assert.equal(
    errorOf({ PATH: '/bin', SOMETHING_ELSE: 'x' }),
    'accepted',
    'the environment has much that is not ours',
  );
});

test('[SET-6] the first administrator needs both settings, and a password worth the name', () => {
  assert.match(errorOf({ ADMIN_EMAIL: 'a@b' }), /ADMIN_EMAIL and ADMIN_PASSWORD go together/);
  assert.match(errorOf({ ADMIN_PASSWORD: 'long enough' }), /ADMIN_EMAIL and ADMIN_PASSWORD go together/);
  const short = errorOf({ ADMIN_EMAIL: 'a@b', ADMIN_PASSWORD: 'short-1' });
  assert.match(short, /^Setting ADMIN_PASSWORD is shorter than 8/);
  assert.equal(short.includes('short-1'), false, 'a password is not repeated');
});

test('[SET-7] help names every setting with what it does', () => {
  const help = describeSettings();
  for (const [name, { help: what }] of Object.entries(SETTINGS)) {
    assert.ok(help.includes(`  ${name} `) && help.includes(what), name);
  }
});

test('[MAIL-9] mail needs server and sender, and no message repeats its password', () => {
  assert.match(errorOf({ SMTP_URL: 'smtp://a:hidden@b' }), /SMTP_URL and MAIL_FROM go together/);
  assert.match(errorOf({ MAIL_FROM: 'a@b' }), /SMTP_URL and MAIL_FROM go together/);
  const malformed = errorOf({ SMTP_URL: 'smtp//a:hidden@b', MAIL_FROM: 'a@b' });
  assert.match(malformed, /^Setting SMTP_URL is not smtp:/);
  assert.equal(malformed.includes('hidden'), false);
  assert.equal(read({ SMTP_URL: 'smtp://a:hidden@b', MAIL_FROM: 'a@b' }).SMTP_URL?.login?.password, 'hidden');
});

test('[MAIL-10] the SMS gateway needs a place for the message; its headers are read, and never repeated', () => {
  assert.match(errorOf({ SMS_URL: 'http://sms' }), /must hold \{message\}/);
  const { SMS_URL, SMS_HEADERS } = read({
    SMS_URL: 'https://sms/?to={phone}&text={message}',
    SMS_HEADERS: 'Authorization: Basic a:b=  | X-Key:1',
  });
  assert.equal(SMS_URL, 'https://sms/?to={phone}&text={message}');
  assert.deepEqual(SMS_HEADERS, { Authorization: 'Basic a:b=', 'X-Key': '1' });
  assert.equal(errorOf({ SMS_HEADERS: 'hidden' }), 'Setting SMS_HEADERS is not Name: value | Name: value');
  assert.match(errorOf({ SMS_URL: 'ftp://hidden' }), /^Setting SMS_URL is not an http/);
});

test('[NOTIF-28] providers are read strictly, and their secrets are never repeated', () => {
  const account = {
    project_id: 'p',
    client_email: 'a@b',
    token_uri: 'https://t',
    private_key: 'PRIVATE KEY hidden',
  };
  const { FIREBASE_SERVICE_ACCOUNT, PUSH_HOSTS } = read({
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify(account),
    PUSH_HOSTS: 'a.example.com, *.B.example.com,',
  });
  assert.deepEqual(FIREBASE_SERVICE_ACCOUNT, account);
  assert.deepEqual(PUSH_HOSTS, ['a.example.com', '*.b.example.com']);
  for (const bad of [JSON.stringify({ ...account, project_id: '' }), '{"hidden":', 'hidden/no/such/file']) {
    const message = errorOf({ FIREBASE_SERVICE_ACCOUNT: bad });
    assert.equal(message, 'Setting FIREBASE_SERVICE_ACCOUNT is not the key file of a service account');
  }
  for (const bad of ['ops@example.com', 'http://a', 'mailto:nobody'])
    assert.match(errorOf({ PUSH_CONTACT: bad }), /neither mailto:/);
  assert.equal(read({ PUSH_CONTACT: 'mailto:ops@example.com' }).PUSH_CONTACT, 'mailto:ops@example.com');
  assert.match(errorOf({ PUSH_HOSTS: 'https://a' }), /has a host that is none/);
});

test('[SET-100] comments behind a value of .env are none of it; what stands in quotes is kept as it is', () => {
  const file = [
    'PORT=8090 # the proxy knows it',
    'export HOST=127.0.0.1\t# loopback',
    'BRAND="acme" # quoted',
    "ADMIN_EMAIL='boss@example.com'#glued",
    'ADMIN_PASSWORD="a # in it is kept"',
    'MAIL_FROM=Fleet #1 <no-reply@example.com>',
  ].join('\n');
  const read = readSettings({ SMTP_URL: 'smtp://mail.example.com' }, file.replace(/Fleet #1 /, 'Fleet#1 '));
  assert.deepEqual(
    [read.PORT, read.HOST, read.BRAND, read.ADMIN_EMAIL, read.ADMIN_PASSWORD, read.MAIL_FROM],
    [8090, '127.0.0.1', 'acme', 'boss@example.com', 'a # in it is kept', 'Fleet#1 <no-reply@example.com>'],
  );
  assert.equal(readSettings({}, 'PUBLIC_URL= # none yet').PUBLIC_URL, null);
});

test('[SET-101] a character of the mail password that ends the host is refused, with how to write it', () => {
  for (const url of [
    'smtp://user:pa#ss@mail.example.com:587',
    'smtp://user:pa?ss@mail.example.com:587',
    'smtp://user:pa/ss@mail.example.com:587',
    'smtp://us#er:pass@mail.example.com',
    'smtp://user:100%@mail.example.com',
    'smtp://mail.example.com/path',
    'smtp://mail.example.com#587',
  ])
    assert.throws(
      () => readSettings({ SMTP_URL: url, MAIL_FROM: 'a@example.com' }, null),
      (error: Error) =>
        /^Setting SMTP_URL has a .* write %23 for #/.test(error.message) &&
        !error.message.includes('pa'.concat('ss@')),
      url,
    );
  const { SMTP_URL: server } = readSettings(
    { SMTP_URL: 'smtp://us%40er:pa%23%2F%3Fss@mail.example.com', MAIL_FROM: 'a@example.com' },
    null,
  );
  assert.deepEqual(
    [server?.host, server?.login],
    ['mail.example.com', { user: 'us@er', password: 'pa#/?ss' }],
  );
});

test('[SET-103] a replica to read from goes with its database', () => {
  assert.match(errorOf({ DATABASE_READ_URL: 'postgres://x/y' }), /needs DATABASE_URL/);
  const urls = { DATABASE_READ_URL: 'postgres://x/y', DATABASE_URL: 'postgres://z/y' };
  assert.equal(read(urls).DATABASE_READ_URL, 'postgres://x/y');
});

test('[SET-102] the address that people use has no path', () => {
  for (const url of ['https://fleet.example/rastro', 'https://fleet.example/?a=1', 'https://a@fleet.example'])
    assert.throws(
      () => readSettings({ PUBLIC_URL: url }, null),
      /PUBLIC_URL .*more than scheme, host and port: set https:\/\/fleet.example/,
    );
  assert.equal(
    readSettings({ PUBLIC_URL: 'https://fleet.example:8443/' }, null).PUBLIC_URL,
    'https://fleet.example:8443',
  );
});

test('[SET-104] load balancers in front of the ports for devices are addresses and ranges', () => {
  assert.equal(read({}).DEVICE_PROXY_FROM, null);
  const { DEVICE_PROXY_FROM: balancers } = read({ DEVICE_PROXY_FROM: '10.0.0.5, 10.1.0.0/16,2001:db8::/32' });
  for (const inside of ['10.0.0.5', '::ffff:10.1.2.3', '2001:db8::7'])
    assert.equal(balancers?.has(inside), true);
  for (const outside of ['10.0.0.6', '10.2.0.1', '2001:db9::']) assert.equal(balancers?.has(outside), false);
  for (const text of ['10.0.0.5,', 'lb.example.com', '10.0.0.0/33'])
    assert.match(
      errorOf({ DEVICE_PROXY_FROM: text }),
      /^Setting DEVICE_PROXY_FROM .* is no list of addresses/,
    );
});
