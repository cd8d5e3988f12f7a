import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES, type Language, type ReaderPreferences } from '@rastro/fleet';
import { SheetStyle } from './sheet-style.ts';

const READER: Omit<ReaderPreferences, 'language'> = {
  zone: 'UTC',
  hour12: false,
  speedUnit: 'kmh',
  distanceUnit: 'km',
  temperatureUnit: 'celsius',
  coordinateFormat: 'dd',
};
const styleIn = (language: Language): SheetStyle =>
  new SheetStyle({ reader: { ...READER, language }, geofenceNames: {} }, undefined);

test('[REPORT-110] sheets name events and alarms as the screens do; what nobody has named stays as it is', () => {
  for (const language of ['pt-BR', 'es', 'en'] as const)
    for (const type of EVENT_TYPES) assert.notEqual(styleIn(language).event(type, null), type);
  assert.equal(styleIn('pt-BR').event('alarm', 'hardBraking'), 'Alarme: Freada brusca');
  assert.equal(styleIn('en').event('alarm', 'theirOwn'), 'Alarm: theirOwn');
  assert.equal(styleIn('en').event('somethingNew', undefined), 'somethingNew');
});
