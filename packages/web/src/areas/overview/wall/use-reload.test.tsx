import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noNewVersion } from '../../../kernel/new-version.ts';
import { nightAfter, useReload } from './use-reload.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const iso = (at: number): string => new Date(at).toISOString();

test('[WEBWALL-5] the night is at four in the zone, of the same day before that and of the next one after it', () => {
  const after = (at: string, zone: string) => iso(nightAfter(Date.parse(at), zone));
  expect(after('2026-11-28T06:30:00Z', 'America/Bahia')).toBe('2026-11-28T07:00:00.000Z');
  expect(after('2026-11-28T07:00:00Z', 'America/Bahia')).toBe('2026-11-29T07:00:00.000Z');
});

interface Page {
  readonly version: string;
  readonly isReachable: boolean;
  readonly offset?: number;
}
/** A page that is told versions. @param answers Whether the server answers when it is asked for the page. */
function openHook(answers: () => boolean) {
  const reload = vi.fn();
  vi.stubGlobal('fetch', async () => {
    if (!answers()) throw new TypeError('Failed to fetch');
    return new Response('');
  });
  const first: Page = { version: '1', isReachable: true };
  const hook = renderHook(
    (props: Page) => useReload({ ...props, zone: 'UTC', newVersion: noNewVersion, reload }),
    { initialProps: first },
  );
  return { reload, hook };
}

test('[WEBWALL-5] another version loads the page anew, once the server answers', async () => {
  let isUp = false;
  const { reload, hook } = openHook(() => isUp);
  hook.rerender({ version: '1', isReachable: true });
  hook.rerender({ version: '2', isReachable: true });
  await Promise.resolve();
  expect(reload).not.toHaveBeenCalled();
  isUp = true;
  hook.rerender({ version: '3', isReachable: true });
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('[WEBWALL-5] at night the page is loaded anew, and not while the server does not answer', async () => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.parse('2026-11-28T03:58:00Z'));
  const { reload, hook } = openHook(() => true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
  hook.rerender({ version: '1', isReachable: false });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(reload).not.toHaveBeenCalled();
  hook.rerender({ version: '1', isReachable: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalled();
});

test('[WEBWALL-9] the night is that of the server where the clock of the television is wrong', async () => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.parse('1970-01-01T00:10:00Z'));
  const { reload, hook } = openHook(() => true);
  const offset = Date.parse('2026-11-28T03:50:00Z') - Date.now();
  hook.rerender({ version: '1', isReachable: true, offset });
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
