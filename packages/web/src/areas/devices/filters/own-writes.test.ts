import { expect, test } from 'vitest';
import { OwnWrites } from './own-writes.ts';

test('[WEB-15] an address of our own that arrives late is not taken for a link', () => {
  const writes = new OwnWrites();
  expect(writes.isForeign('')).toBe(false);
  writes.wrote('ignition=0');
  writes.wrote('ignition=0&gps_brand=X');
  expect(writes.isForeign('ignition=0')).toBe(false);
  expect(writes.isForeign('ignition=0&gps_brand=X')).toBe(false);
  expect(writes.isForeign('ignition=0&gps_brand=X')).toBe(false);
});

test('[WEB-15] links, back and forward are foreign writes, even to a former address', () => {
  const writes = new OwnWrites();
  writes.isForeign('');
  writes.wrote('q=van');
  expect(writes.isForeign('q=van')).toBe(false);
  expect(writes.isForeign('')).toBe(true);
  expect(writes.isForeign('q=van')).toBe(true);
});

test('[WEB-15] an address that was overtaken is forgotten', () => {
  const writes = new OwnWrites();
  writes.isForeign('');
  writes.wrote('q=v');
  writes.wrote('q=va');
  expect(writes.isForeign('q=va')).toBe(false);
  expect(writes.isForeign('q=v')).toBe(true);
});

test('[WEB-15] what is on its way is known, so that nothing is written twice', () => {
  const writes = new OwnWrites();
  expect(writes.latest).toBe(undefined);
  writes.isForeign('q=van');
  expect(writes.latest).toBe('q=van');
  writes.wrote('');
  expect(writes.latest).toBe('');
});
