import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments } from './read-arguments.ts';

test('[IMPORT-19] what is missing or wrong in the command is said before anything is read', () => {
  for (const [args, expected] of [
    [[], /Say where from/],
    [['--from', 'https://a.example.com'], /needs a token/],
    [['--from', 'jdbc:postgresql://h/t', '--zone', 'Moon/Base'], /--zone Moon\/Base/],
    [['--from', 'jdbc:postgresql://h/t', '--brand-prefix', 'acme'], /is not OLD=NEW/],
    [['--form', 'x'], /Unknown option '--form'.*--from ADDRESS/s],
  ] as const)
    assert.throws(() => readArguments(args, {}), expected);
  assert.equal(readArguments(['--help'], {}), null);
  const from = ['--from', 'https://a.example.com', '--brand-prefix', 'acme=rastro', '--dry-run'];
  const read = readArguments(from, { TRACCAR_TOKEN: 'secret' });
  assert.deepEqual([read?.token, read?.zone, read?.isDryRun], ['secret', 'UTC', true]);
  assert.deepEqual(read?.prefixes, new Map([['acme', 'rastro']]));
});
