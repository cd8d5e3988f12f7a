import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EVENT_TYPES,
  knots,
  LANGUAGES,
  readerPreferences,
  SERVER_DEFAULTS,
  type ReaderPreferences,
} from '@rastro/fleet';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import type { EventSubjects } from './message.ts';
import { SENTENCES } from './texts/sentences.ts';
import { writeEvent, writePlain } from './write-message.ts';

const HOSTILE = '<script>alert("x")</script>\r\nBcc: a@b & \u2028${1}';
const AT = Date.UTC(2026, 0, 2, 3, 4, 5);
const READER: ReaderPreferences = {
  ...readerPreferences(
    { attributes: {} },
    { attributes: {}, forceSettings: false },
    { brand: 'acme', defaults: SERVER_DEFAULTS },
  ),
  language: 'en',
};
const event = (fields: Partial<StoredEvent> = {}): StoredEvent => ({
  id: 1,
  deviceId: 2,
  type: 'alarm',
  eventTime: AT,
  positionId: 3,
  geofenceId: 4,
  maintenanceId: 5,
  attributes: { alarm: 'sos' },
  ...fields,
});
const subjects = (fields: Partial<EventSubjects> = {}): EventSubjects => ({
  deviceName: 'Van',
  devicePlate: null,
  position: { latitude: -23.5, longitude: -46.6, address: null, speed: knots(10) } as StoredPosition,
  address: 'Rua A 5, Ourinhos, BR',
  geofence: 'Yard',
  driver: 'Eva',
  maintenance: { name: 'Oil', type: 'totalDistance' },
  linkedDevice: 'Trailer',
  publicUrl: 'https://fleet.example.com',
  ...fields,
});
const HOSTILE_SUBJECTS = subjects({
  deviceName: HOSTILE,
  address: HOSTILE,
  geofence: HOSTILE,
  driver: HOSTILE,
  maintenance: { name: HOSTILE, type: HOSTILE },
  linkedDevice: HOSTILE,
  publicUrl: 'https://a/"><script>',
});
const HOSTILE_ATTRIBUTES = {
  alarm: HOSTILE,
  result: HOSTILE,
  file: HOSTILE,
  driverUniqueId: HOSTILE,
  before: HOSTILE,
  speed: HOSTILE,
  lastUpdate: HOSTILE,
};

for (const type of EVENT_TYPES) {
  test(`[NOTIF-5] ${type} has its words in every language, one line each, and nothing in a name becomes markup`, () => {
    const sentences = new Set<string>();
    for (const language of LANGUAGES) {
      const reader = { ...READER, language };
      const plain = writeEvent(event({ type }), subjects(), reader);
      sentences.add(plain.digest);
      assert.ok(plain.subject.startsWith('Van '), plain.subject);
      assert.ok(plain.subject.length > 'Van '.length);
      assert.doesNotMatch(plain.digest, /undefined|null|NaN|\[object/);
      for (const attributes of [HOSTILE_ATTRIBUTES, {}]) {
        const messageTexts = writeEvent(event({ type, attributes }), HOSTILE_SUBJECTS, reader);
        for (const line of [messageTexts.subject, messageTexts.digest, messageTexts.place ?? ''])
          assert.doesNotMatch(line, /[\p{Cc}\u2028]/u);
        assert.doesNotMatch(JSON.stringify(messageTexts.mail), /undefined|NaN|\[object/);
      }
    }
    assert.equal(sentences.size, 3, 'three languages');
  });
}

test('[NOTIF-6] times, speeds and distances are written as their reader wants them', () => {
  const write = (fields: Partial<StoredEvent>, reader: Partial<ReaderPreferences>) =>
    writeEvent(event(fields), subjects(), { ...READER, ...reader });
  const fast = { type: 'deviceOverspeed', attributes: { speed: 50, speedLimit: 40 } } as const;
  assert.match(write(fast, {}).digest, /93 km\/h \(limit 74 km\/h\)/);
  assert.match(write(fast, { speedUnit: 'mph' }).digest, /58 mph/);
  assert.match(write(fast, { speedUnit: 'kn' }).digest, /50 kn/);
  assert.match(
    write(fast, { language: 'pt-BR', zone: 'America/Sao_Paulo' }).digest,
    /02\/01\/2026, 00:04:05$/,
  );
  assert.match(write(fast, { zone: 'Asia/Tokyo' }).digest, /12:04:05$/);
  const drop = { type: 'deviceFuelDrop', attributes: { before: 40.5, after: 12 } } as const;
  assert.match(write(drop, { language: 'pt-BR' }).digest, /de 40,5 L para 12 L/);
  const due = { type: 'maintenance', attributes: { totalDistance: 1_609_344 } } as const;
  assert.match(write(due, {}).subject, /Oil \(1,609 km\)/);
  assert.match(write(due, { distanceUnit: 'mi' }).subject, /Oil \(1,000 mi\)/);
  assert.match(write({}, { language: 'pt-BR' }).subject, /^Van alarme: SOS$/);
  assert.match(write({ attributes: { alarm: 'my own' } }, {}).subject, /alarm: my own$/);
  const { mail, link } = write({}, {});
  const html = JSON.stringify(mail);
  assert.match(link ?? '', /^https:\/\/fleet\.example\.com\/devices\/2\?position=\d+$/);
  const placeless = writeEvent(event({ positionId: 0 }), subjects(), READER);
  assert.equal(placeless.link, 'https://fleet.example.com/devices/2');
  const nameless = writeEvent(event(), subjects({ address: null }), READER);
  assert.match(JSON.stringify(nameless.mail), /-23\.50000, -46\.60000/);
  assert.match(html, /Rua A 5, Ourinhos, BR/);
  assert.doesNotMatch(JSON.stringify(placeless.mail), /-23/);
});

test('[NOTIF-7] a message is in the language, zone and units that its reader has chosen in the product', () => {
  const reader = readerPreferences(
    { attributes: { 'acme.lang': 'en', timezone: 'Asia/Kolkata', speedUnit: 'mph' } },
    { attributes: { 'acme.lang': 'es' }, forceSettings: false },
    { brand: 'acme', defaults: SERVER_DEFAULTS },
  );
  const { subject, digest } = writeEvent(
    event({ type: 'deviceOverspeed', attributes: { speed: 50 } }),
    subjects(),
    reader,
  );
  assert.match(subject, /58 mph/);
  assert.match(digest, /02\/01\/2026, 08:34:05$/);
});

test('[NOTIF-8] what somebody wrote stays text; an empty message is a test in the language of its reader', () => {
  const messageTexts = writePlain('Hello', HOSTILE, READER);
  assert.deepEqual(messageTexts.mail.paragraphs, [HOSTILE]);
  assert.equal(writePlain('', '', { ...READER, language: 'pt-BR' }).subject, 'Mensagem de teste');
  assert.equal(Object.keys(SENTENCES['pt-BR']).length, EVENT_TYPES.length);
});
