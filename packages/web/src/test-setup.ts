import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

/** A browser API that jsdom lacks. */
class QuietObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

if (typeof window !== 'undefined') {
  window.matchMedia = (query: string) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  window.ResizeObserver = QuietObserver;
  // These tests paint nothing; without this jsdom says so on every try.
  HTMLCanvasElement.prototype.getContext = () => null;
  Element.prototype.scrollIntoView = () => undefined;
  // Virtual lists measure their box; in jsdom every box is empty.
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 600 });
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => 400 });
}
afterEach(cleanup);
// A limit, not a pace: a busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 });
