// @vitest-environment node
import { expect, test } from 'vitest';
import { shareTokenIn } from './share-token.ts';

test('[WEB-303] a pasted link, its end and a bare token all name the same share; anything else names none', () => {
  for (const text of [
    'https://fleet.example/share/Ab-c_1.2',
    '  http://localhost:8080/share/Ab-c_1.2?to=%2Fdevices#x ',
    '/share/Ab-c_1.2/',
    'https://fleet.example/login?token=Ab-c_1.2&x=1',
    'Ab-c_1.2',
  ])
    expect(shareTokenIn(text), text).toBe('Ab-c_1.2');
  for (const text of ['', '  ', 'https://fleet.example/', 'two words', '../account', 'a'.repeat(600)])
    expect(shareTokenIn(text), text).toBeNull();
});
