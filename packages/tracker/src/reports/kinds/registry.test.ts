import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LANGUAGES } from '@rastro/fleet';
import { hasSheet, REPORT_TYPES } from '@rastro/fleet/schemas';
import type { ReportJob } from '../request/report-job.ts';
import { REPORT_KINDS } from './registry.ts';

const jobIn = (language: (typeof LANGUAGES)[number]): ReportJob => ({
  type: 'trips',
  period: { from: 0, to: 0 },
  compared: null,
  devices: [],
  daily: null,
  hours: null,
  driver: null,
  by: 'device',
  isSummed: false,
  eventTypes: ['fill'],
  alarms: [],
  geofenceIds: [],
  seesGeofences: null,
  seesMaintenances: null,
  driverNames: {},
  geofenceNames: {},
  groupNames: {},
  verdicts: {},
  withdrawn: {},
  waiting: { alarms: null, services: null },
  page: null,
  output: 'csv',
  print: { form: 'table', brand: 'Brand', colour: '#1f3a5f', logo: null, madeAt: 0 },
  reader: {
    language,
    zone: 'UTC',
    hour12: false,
    speedUnit: 'kmh',
    distanceUnit: 'km',
    temperatureUnit: 'celsius',
    coordinateFormat: 'dd',
  },
});

test('[REPORT-111] every report is a folder and one line: title, items and, where it has a sheet, columns', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  assert.deepEqual(folders.toSorted(), REPORT_TYPES.toSorted());
  assert.deepEqual(Object.keys(REPORT_KINDS).toSorted(), REPORT_TYPES.toSorted());
  for (const type of REPORT_TYPES)
    assert.ok(existsSync(`${import.meta.dirname}/${type}/${type}.ts`), `${type} has no declaration`);
});

test('[REPORT-111] titles, and heads of columns, are there in every language, and no two columns are alike', () => {
  for (const language of LANGUAGES)
    for (const type of REPORT_TYPES) {
      const { title, sheet, narrowing } = REPORT_KINDS[type];
      const job = jobIn(language);
      const columns = sheet(job)?.columns ?? [];
      const heads = columns.map((column) => column.title);
      assert.equal(columns.length > 0, hasSheet(type), `${type}: sheet`);
      for (const text of [title[language], ...heads, ...narrowing(job)])
        assert.notEqual(text.trim(), '', `${type}: a text is missing in ${language}`);
      assert.equal(new Set(columns.map(({ label }) => label)).size, columns.length, `${type}: columns`);
      assert.equal(new Set(heads).size, heads.length, `${type}: heads in ${language}`);
    }
});

test('[REPORT-111] the page on adding a report names files that exist', () => {
  const root = `${import.meta.dirname}/../../../../..`;
  const page = readFileSync(`${root}/docs/add-a-report.md`, 'utf8');
  const paths = [...page.matchAll(/`((?:fleet|tracker|web)\/[^`]+)`/g)].map(([, path = '']) => path);
  assert.ok(paths.length >= 6);
  for (const path of paths)
    assert.notEqual(globSync(path, { cwd: `${root}/packages` }).length, 0, `${path} does not exist`);
});
