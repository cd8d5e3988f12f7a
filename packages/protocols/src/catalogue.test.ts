import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COMMAND_TYPES } from '@rastro/fleet';
import { PAGE, withTable } from '../test/protocol-table.ts';
import { findProtocol, PROTOCOLS } from './catalogue.ts';

/** The ports that devices in the field are set to. */
const PORTS = {
  osmand: 5055,
  gt06: 5023,
  suntech: 5011,
  teltonika: 5027,
  h02: 5013,
  gl200: 5004,
  gps103: 5001,
  jt808: 5015,
  wialon: 5039,
  ruptela: 5046,
  meitrack: 5020,
};

test('[CAT-1] lists every protocol once, with its port and the commands it takes', () => {
  const ports = PROTOCOLS.map(({ name, defaultPort }) => [name, defaultPort]);
  assert.deepEqual(Object.fromEntries(ports), PORTS);
  assert.equal(new Set(PROTOCOLS.map(({ name }) => name)).size, PROTOCOLS.length);
  for (const { commands } of PROTOCOLS) {
    assert.ok(commands.includes('custom'));
    assert.equal(new Set(commands).size, commands.length);
  }
});

test('[CAT-2] the page of protocols has the table of the catalogue', () => {
  const page = readFileSync(PAGE, 'utf8');
  assert.equal(page, withTable(page), 'run: node packages/protocols/test/protocol-table.ts');
  for (const { name } of PROTOCOLS) assert.ok(page.includes(`| \`${name}\` `), name);
});

test('[CAT-2] commands have the names of the API', () => {
  const known: ReadonlySet<string> = new Set(COMMAND_TYPES);
  for (const { name, commands } of PROTOCOLS) {
    assert.deepEqual(
      commands.filter((command) => !known.has(command)),
      [],
      name,
    );
  }
});

test('[CAT-1] finds a protocol by its exact name', () => {
  assert.equal(findProtocol('gt06')?.defaultPort, 5023);
  assert.equal(findProtocol('GT06'), null);
  assert.equal(findProtocol('toString'), null);
});
