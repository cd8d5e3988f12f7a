import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchNewVersion } from './new-version.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @param controller The worker that serves the page; null = a first visit. */
function registered(controller: object | null) {
  const register = vi.fn(() => new Promise<ServiceWorkerRegistration>(() => undefined));
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
