import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchNewVersion } from './new-version.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @param controller The worker that serves the page; null = a first visit. */
function registered(controller: object | null) {
  const register = vi.fn<() => Promise<ServiceWorkerRegistration>>(() => new Promise(() => undefined));
  const container = {
    controller,
    register,
    ready: new Promise(() => undefined),
    addEventListener: () => undefined,
  };
  watchNewVersion(container as unknown as ServiceWorkerContainer);
  return register;
}

test('[WEB-901] a first visit has the line for itself before the worker is installed', () => {
  const register = registered(null);
  vi.advanceTimersByTime(3_999);
  expect(register).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(register).toHaveBeenCalledTimes(1);
});

test('[WEB-901] a page that a worker serves looks for its next version at once', () => {
  expect(registered({})).toHaveBeenCalledTimes(1);
});

test('[WEB-901] without a network the worker is installed once there is one', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const register = registered(null);
  vi.advanceTimersByTime(60_000);
  expect(register).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  expect(register).toHaveBeenCalledTimes(1);
});

test('[WEB-901] a line that is cut meanwhile is no complaint: a minute later it is tried again', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const register = registered(null);
  register.mockRejectedValueOnce(new TypeError('An unknown error occurred when fetching the script.'));
  vi.advanceTimersByTime(4_000);
  onLine.mockReturnValue(false);
  await vi.advanceTimersByTimeAsync(59_999);
  onLine.mockReturnValue(true);
  expect(register).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(register).toHaveBeenCalledTimes(2);
  expect(warn).not.toHaveBeenCalled();
});
