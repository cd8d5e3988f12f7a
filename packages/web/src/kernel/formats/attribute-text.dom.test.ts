import { expect, test } from 'vitest';
import { createI18n } from '../../i18n/create-i18n.ts';
import { createFormat } from '../../i18n/format.ts';
import { attributeName, attributeText, type TextContext } from './attribute-text.ts';

const i18n = await createI18n('pt-BR');
await i18n.loadNamespaces(['devices', 'attributes']);
const textContext: TextContext = {
  t: i18n.t,
  format: createFormat({
    language: 'pt-BR',
    zone: 'UTC',
    hour12: false,
    speedUnit: 'kmh',
    distanceUnit: 'km',
    temperatureUnit: 'celsius',
    coordinateFormat: 'dd',
  }),
};
/** Intl separates number and unit by spaces that do not break. */
const text = (key: string, value: Parameters<typeof attributeText>[1]): string =>
  attributeText(key, value, textContext).replaceAll(/\s/g, ' ');

test.each([
  ['odometer', 15_912_400, '15.912 km'],
  ['distance', 38.4, '38 m'],
  ['speedLimit', 43.196, '80 km/h'],
  ['hours', 5_400_000, '1 h 30 min'],
  ['power', 12.61, '12,61 V'],
  ['batteryLevel', 81, '81%'],
  ['temp2', 21.44, '21,4 °C'],
  ['fuelConsumption', 8.25, '8,3 L/h'],
  ['ignition', true, 'Sim'],
  ['blocked', 'false', 'Não'],
  ['in3', 0, 'Não'],
  ['alarm', 'hardBraking,myOwn', 'Freada brusca, myOwn'],
  ['someVendorKey', 'A1:B2', 'A1:B2'],
  ['vendorList', [1, 2], '[1,2]'],
  ['card', null, 'Desconhecido'],
])('%s %j is written %s', (key, value, written) => {
  expect(text(key, value).toLowerCase()).toBe(written.toLowerCase());
});

test('known keys have names, numbered ones their number, foreign ones themselves', () => {
  expect(attributeName('odometer', textContext)).toBe('Hodômetro');
  expect(attributeName('temp2', textContext)).toBe('Temperatura 2');
  expect(attributeName('toString', textContext)).toBe('toString');
});

test('[WEB-198] a name within a sentence of the page is isolated, and markup stays text', () => {
  expect(i18n.t('common:attributes.remove', { name: 'שער 3' })).toContain('\u2068שער 3\u2069');
  expect(i18n.t('common:attributes.remove', { name: '<b>A & B</b>' })).toContain('<b>A & B</b>');
});
