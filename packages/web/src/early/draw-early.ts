// oxlint-disable-next-line import/default -- The build makes an address of it.
import workerUrl from './track-picture-worker.ts?worker&url';
import type { PictureMessage, PictureOrder } from './track-picture-worker.ts';

/** Sizes of the page, from the code of the application. */
export interface PageLayout {
  readonly headerPx: number;
  readonly railPx: number;
  readonly navPx: number;
  /** A media query, and a pattern of user agents. */
  readonly phoneWidth: string;
  readonly phoneAgent: string;
}
/** px. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
/** A map that never comes leaves the page to its picture for so long. */
const LONGEST_MS = 15_000;

/**
 * Has a worker read a track and draw it where the map will be: there it waits for no script of the page.
 * @returns The answer, for the application; null = this browser cannot do it.
 */
export function drawEarly(
  { address, span }: Pick<PictureOrder, 'address' | 'span'>,
  layout: PageLayout,
  mayRead: Promise<void>,
): Promise<Response> | null {
  if (!('OffscreenCanvas' in window) || !('transferControlToOffscreen' in HTMLCanvasElement.prototype))
    return null;
  const worker = new Worker(workerUrl, { type: 'module' });
  const isPhone =
    matchMedia(layout.phoneWidth).matches || new RegExp(layout.phoneAgent, 'i').test(navigator.userAgent);
  const left = isPhone ? 0 : isNavOpen() ? layout.navPx : layout.railPx;
  const { innerWidth: width, innerHeight: height, devicePixelRatio: ratio } = window;
  const map = { width: width - left, height: height - layout.headerPx };
  const canvas = canvasAt({ ...map, left, top: layout.headerPx });
  const answer = Promise.withResolvers<Response>();
  const end = (): void => worker.terminate();
  const askOurselves = (): void => {
    end();
    drop(canvas);
    answer.resolve(fetch(address, { credentials: 'include' }));
  };
  worker.onerror = askOurselves;
  worker.onmessage = ({ data }: MessageEvent<PictureMessage>) => {
    if (data.kind === 'failed') askOurselves();
    else if (data.kind === 'answer')
      answer.resolve(
        new Response(data.bytes, { status: data.status, headers: { 'content-type': data.type } }),
      );
    else {
      end();
      if (data.at === null) drop(canvas);
      else performance.mark('track-picture', { startTime: data.at - performance.timeOrigin });
    }
  };
  mayRead.then(
    () => {
      const scheme = document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light';
      const drawn = canvas.transferControlToOffscreen();
      const sizes = { isPhone, window: { width, height }, map };
      const order: PictureOrder = { address, span, canvas: drawn, layout: sizes, scheme, ratio };
      worker.postMessage(order, [drawn]);
      // Beside the page: the application takes what is in it away.
      document.documentElement.append(canvas);
      window.earlyPicture = canvas;
      setTimeout(() => drop(canvas), LONGEST_MS);
    },
    (error: unknown) => {
      end();
      answer.reject(error);
    },
  );
  return answer.promise;
}

function canvasAt({ left, top, width, height }: Box): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.ariaHidden = 'true';
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  const px = (size: number): string => `${size}px`;
  const place = { left: px(left), top: px(top), width: px(width), height: px(height) };
  Object.assign(canvas.style, { ...place, position: 'fixed', pointerEvents: 'none' });
  return canvas;
}

function drop(canvas: HTMLCanvasElement): void {
  canvas.remove();
  if (window.earlyPicture === canvas) delete window.earlyPicture;
}

/** As the shell has it (`app/shell/shell.tsx`). */
function isNavOpen(): boolean {
  try {
    return localStorage.getItem('navOpen') === 'true';
  } catch {
    return false;
  }
}
