import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Files of the project that tests read; their README has origins and licenses. */
export const FIXTURES = new URL('../fixtures/', import.meta.url);

const named = process.env['REFERENCE_DIR'] ?? '';
/**
 * Folder of larger recordings outside the repository, named by REFERENCE_DIR. They add tests and decide nothing: without
 * the variable the suite passes on the fixtures.
 */
const REFERENCE: URL | null = named === '' ? null : pathToFileURL(join(named, '/'));

/** Reason to skip what only the reference can try; false = it is at hand. */
export const withoutReference: string | false =
  REFERENCE === null ? 'REFERENCE_DIR names no folder with more recordings' : false;

/**
 * @param path Below the reference folder.
 * @returns Where a file of the reference is; null where no reference is named.
 * @throws Error where one is named that lacks the file: a test that is asked for never passes unseen.
 */
export function referenceFile(path: string): URL | null {
  if (REFERENCE === null) return null;
  const file = new URL(path, REFERENCE);
  if (!existsSync(file))
    throw new Error(`Cannot find ${path} in the folder that REFERENCE_DIR names: ${named}`);
  return file;
}

/** Name of our own recording; see fixtures/README.md. */
export const OWN_TRACKS = 'omaha_drives';

/** @returns Where a recording is: `.csv.gz`, ours or one of the reference. */
export function recordingFile(name: string): URL {
  const file =
    name === OWN_TRACKS ? new URL(`tracks/${name}.csv.gz`, FIXTURES) : referenceFile(`data/${name}.csv.gz`);
  if (file === null) throw new Error(`Cannot read recording ${name}: ${withoutReference}`);
  return file;
}

/** @returns Rows of a recording, without its head. */
export const rowsOfRecording = (name: string): string[][] =>
  rowsOf(gunzipSync(readFileSync(recordingFile(name))).toString());

/** @returns Rows of `trips.csv` of a recording, as its source delimits them. */
export function rowsOfTrips(name: string): string[][] {
  const file = name === OWN_TRACKS ? new URL('tracks/trips.csv', FIXTURES) : referenceFile('data/trips.csv');
  return file === null ? [] : rowsOf(readFileSync(file, 'utf8')).filter(([dataset]) => dataset === name);
}

const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
