import { BRANDING, firstTrack, hasFleet, isPast, OVERVIEW, SERVER, SESSION } from './early-addresses.ts';

/**
 * Runs before anything else, in pages of browsers that have a session: begins the first reads and fetches the code that
 * will be needed, so that neither waits for the code before it.
 */
interface Code {
  /** Modules and styles of the shell and the map. */
  readonly fleet: readonly string[];
  /** The same of the past. */
  readonly past: readonly string[];
}

const { pathname, search } = location;
if (hasFleet(pathname)) {
  fetchCode();
  beginReads();
}

function fetchCode(): void {
  // The build replaces this text; without a build the page does not ask for this file.
  const { fleet, past }: Code = JSON.parse('__EARLY_CODE__');
  for (const file of isPast(pathname) ? [...fleet, ...past] : fleet) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
    if (file.endsWith('.css')) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}

function beginReads(): void {
  const reads = new Map<string, Promise<Response>>();
  const begin = (address: string, after: Promise<unknown> = Promise.resolve()): Promise<Response> => {
    const answer = after.then(() => fetch(address, { credentials: 'include' }));
    // Whoever takes it sees the failure; perhaps nobody does.
    answer.catch(() => undefined);
    reads.set(address, answer);
    return answer;
  };
  void begin(SERVER);
  void begin(BRANDING);
  const session = begin(SESSION);
  const first = isPast(pathname) ? firstTrack(new URLSearchParams(search)) : OVERVIEW;
  // A session that is over gets no further answer.
  if (first !== null)
    void begin(
      first,
      session.then(({ status }) => {
        if (status !== 200) throw new Error(`Cannot read ${first}: nobody is signed in`);
      }),
    );
  window.earlyReads = reads;
}
