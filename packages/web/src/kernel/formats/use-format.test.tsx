import { act } from '@testing-library/react';
import type { i18n as I18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import type { Format } from '../../i18n/format.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { useFormat } from './use-format.ts';

test('[WEB-192] a page has one set of formats, and another one in another language', async () => {
  const seen: Format[] = [];
  const spoken: I18n[] = [];
  function Row() {
    seen.push(useFormat());
    spoken.push(useTranslation().i18n);
    return null;
  }
  await openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({ administrator: true }) }),
    at: '/',
    routes: () => [
      {
        path: '/',
        element: (
          <>
            <Row />
            <Row />
          </>
        ),
      },
    ],
  });
  const [first] = seen;
  expect(seen.length).toBeGreaterThan(1);
  expect(new Set(seen).size).toBe(1);
  expect(first?.number(1234.5, 1)).toBe('1,234.5');
  await act(() => spoken[0]?.changeLanguage('pt-BR'));
  expect(new Set(seen).size).toBe(2);
  expect(seen.at(-1)?.number(1234.5, 1)).toBe('1.234,5');
  await act(() => spoken[0]?.changeLanguage('en'));
  expect(seen.at(-1)).toBe(first);
});
