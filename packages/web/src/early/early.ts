import {
  BRANDING,
  firstTrack,
  hasFleet,
  isPast,
  isPlainTrack,
  OVERVIEW,
  SERVER,
  SESSION,
} from './early-addresses.ts';
import { drawEarly, type PageLayout } from './draw-early.ts';

/**
 * Runs before anything else, in pages of browsers that have a session: begins the first reads and fetches the code that
 * will be needed, so that neither waits for the code before it. A link to the past has its track drawn, too.
 */
interface Early {
  /** Modules and styles of the shell and the map. */
  readonly fleet: readonly string[];
  /** The same of the past. */
  readonly past: readonly string[];
  readonly layout: PageLayout;
}
// The build replaces this text; without a build the page does not ask for this file.
const { fleet, past, layout }: Early = JSON.parse('__EARLY__');

/** Code waits no longer than this for the picture of a track. */
const PICTURE_MS = 400;

const { pathname } = location;
const search = new URLSearchParams(location.search);
if (hasFleet(pathname)) {
  const track = isPast(pathname) ? firstTrack(search) : null;
  let firstPicture: Promise<unknown> = Promise.resolve();
  const reads = new Map<string, Promise<Response>>();
  const begin = (address: string, read = readPlain(address)): Promise<Response> => {
    // Whoever takes it sees the failure; perhaps nobody does.
    read.catch(() => undefined);
    reads.set(address, read);
    return read;
  };
  void begin(SERVER);
  void begin(BRANDING);
  // A session that is over gets no further answer.
  const isSignedIn = begin(SESSION).then(({ status }) => {
    if (status !== 200) throw new Error('Cannot read ahead: nobody is signed in');
  });
  isSignedIn.catch(() => undefined);
  if (track !== null) {
    const drawn = isPlainTrack(search) ? drawEarly(track, layout, isSignedIn) : null;
    const read = begin(track.address, drawn ?? isSignedIn.then(() => readPlain(track.address)));
    if (drawn !== null) firstPicture = Promise.race([read, pause(PICTURE_MS)]);
  } else if (!isPast(pathname))
    void begin(
      OVERVIEW,
      isSignedIn.then(() => readPlain(OVERVIEW)),
    );
  window.earlyReads = reads;
  firstPicture.then(fetchCode, fetchCode);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function readPlain(address: string): Promise<Response> {
  return fetch(address, { credentials: 'include' });
}

function fetchCode(): void {
  for (const file of isPast(pathname) ? [...fleet, ...past] : fleet) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
    if (file.endsWith('.css')) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}
