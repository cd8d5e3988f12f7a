import { test } from 'node:test';
test('fails', () => {
  throw new Error('as planted');
});
