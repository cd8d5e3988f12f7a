import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from '@rastro/storage';
import { explainStart } from './explain-start.ts';

const errorWith = (fields: object): Error => Object.assign(new Error('said'), fields);
const stored = (action: string, cause: Error): StorageError =>
  new StorageError(action, 'UNAVAILABLE', { cause });

test('[START-100] what prevents the start says path, reason and what to do, in one line', () => {
  const cases: readonly (readonly [Error, RegExp])[] = [
    [
      stored('create the data folder /srv/data', errorWith({ code: 'EACCES', path: '/srv/data' })),
      /^Cannot create the data folder \/srv\/data: permission denied\. Let the user .* read and write it, or set another DATA_DIR\.$/,
    ],
    [
      stored('open the database', errorWith({ code: 'EACCES', path: '/srv/data/rastro.db' })),
      /^Cannot open the database: permission denied \(\/srv\/data\/rastro\.db\)\. /,
    ],
    [
      stored('use the data folder /srv/data', errorWith({ errcode: 14 })),
      /\/srv\/data: permission denied, or the folder is missing\./,
    ],
    [
      stored('use the data folder /srv/data', errorWith({ errcode: 1032 })),
      /permission denied: it can only be read\./,
    ],
    [stored('open the database', errorWith({ code: 'ENOSPC' })), /: the disk is full\. Make room/],
    [
      stored('open the database', new Error('unheard of')),
      /^Cannot open the database: unheard of\. Check DATA_DIR\.$/,
    ],
    [
      stored('open the database server', errorWith({ message: 'database "x" does not exist' })),
      /^Cannot open the database server: database "x" does not exist\. Check DATABASE_URL\.$/,
    ],
    [
      errorWith({ code: 'EACCES', path: '/srv/data/secrets.key' }),
      /^Cannot use \/srv\/data\/secrets\.key: permission denied\. Let/,
    ],
    [
      errorWith({ code: 'EACCES', port: 80 }),
      /^Cannot listen on port 80: permission denied\. Ports below 1024/,
    ],
    [
      stored('open /srv/data/rastro.sqlite', errorWith({ errcode: 267 })),
      /^Cannot open \/srv\/data\/rastro\.sqlite: the file is damaged\. .* run check-data .* restore a backup/,
    ],
    [errorWith({ code: 'EADDRINUSE', port: 8082 }), /^Cannot listen on port 8082: it is in use\./],
  ];
  for (const [error, line] of cases) {
    const text = explainStart(error);
    assert.match(text, line);
    assert.ok(!text.includes('\n') && !text.includes('UNAVAILABLE'), text);
  }
});
