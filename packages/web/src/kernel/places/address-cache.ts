import type { LatLng } from '@rastro/fleet';
import type { PlaceAddress } from '@rastro/fleet/api';
import type { Answer } from '@rastro/tracking-client';

/** Addresses of places that are looked at. Made with the page, handed down with its services. */
export interface AddressCache {
  /** The known address there, otherwise that of a neighboring square; null = none. */
  read(place: LatLng, language: string): string | null;
  /** The place is shown until the returned function is called; `wake` when more is known of it. */
  watch(place: LatLng, language: string, wake: () => void): () => void;
}

export interface AddressCacheDeps {
  readonly ask: (places: readonly LatLng[], signal: AbortSignal) => Promise<Answer<readonly PlaceAddress[]>>;
  /** Nothing is asked for the moment. */
  readonly isPaused: () => boolean;
  /** The server asks a service, so that it may know more in a while. */
  readonly isLearning: () => boolean;
}

/** Rows come together; they go out together. */
const TOGETHER_MS = 150;
const PAUSE_MS = 1000;
const AWAY_MS = 30_000;
const LEARNT_MS = [10_000, 60_000] as const;
const MAX_BATCH = 100;
/** Squares that are remembered; a few hundred kB. */
const MAX_ENTRIES = 5000;
/** Squares in a degree: about 110 m. */
const A_DEGREE = 1000;
const MISSING = 404;

interface Square {
  readonly place: LatLng;
  text: string | null;
  /** Number of answers from the server. */
  answers: number;
  readonly wakes: Set<() => void>;
}

/** Of any number of places: few requests, each square once. */
export function createAddressCache({ ask, isPaused, isLearning }: AddressCacheDeps): AddressCache {
  const squares = new Map<string, Square>();
  const wanted = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isOff = false;

  const isSeen = (key: string): boolean => (squares.get(key)?.wakes.size ?? 0) > 0;
  const start = (waitMs: number): void => {
    if (timer === null && !isOff && wanted.size > 0) timer = setTimeout(() => void send(), waitMs);
  };
  const want = (keys: readonly string[]): void => {
    for (const key of keys) wanted.add(key);
    start(TOGETHER_MS);
  };

  async function send(): Promise<void> {
    for (const key of wanted) if (!isSeen(key)) wanted.delete(key);
    const keys = isPaused() ? [] : [...wanted].slice(0, MAX_BATCH);
    const asked = keys.flatMap((key) => squares.get(key) ?? []);
    let pauseMs = PAUSE_MS;
    if (asked.length > 0) {
      const answer = await ask(
        asked.map(({ place }) => place),
        new AbortController().signal,
      );
      if (answer.ok) {
        for (const key of keys) wanted.delete(key);
        learn(asked, answer.value);
        askLater(keys, asked);
      } else if (answer.error.status === MISSING) {
        isOff = true;
        wanted.clear();
      } else pauseMs = AWAY_MS;
    }
    // Further requests wait for the end of the pause.
    timer = setTimeout(() => {
      timer = null;
      start(0);
    }, pauseMs);
  }

  function askLater(keys: readonly string[], asked: readonly Square[]): void {
    const waitMs = LEARNT_MS[Math.min(...asked.map(({ answers }) => answers)) - 1];
    if (waitMs !== undefined && isLearning()) setTimeout(() => want(keys.filter(isSeen)), waitMs);
  }

  return {
    read: (place, language) => textNear(squares, place, language),
    watch: (place, language, wake) => {
      const key = keyOf(language, ...squareOf(place));
      const square = squares.get(key) ?? { place, text: null, answers: 0, wakes: new Set() };
      squares.delete(key);
      squares.set(key, square);
      square.wakes.add(wake);
      if (square.answers === 0) want([key]);
      forgetSome(squares);
      return () => void square.wakes.delete(wake);
    },
  };
}

/** The known address of the square of a place, otherwise that of a neighbor. */
function textNear(squares: ReadonlyMap<string, Square>, place: LatLng, language: string): string | null {
  const [row, column] = squareOf(place);
  const own = squares.get(keyOf(language, row, column));
  if (own !== undefined && own.answers > 0) return own.text;
  for (const [down, right] of BESIDE) {
    const near = squares.get(keyOf(language, row + down, column + right))?.text;
    if (near !== undefined && near !== null) return near;
  }
  return null;
}

function learn(asked: readonly Square[], addresses: readonly PlaceAddress[]): void {
  for (const [at, square] of asked.entries()) {
    const text = addresses[at]?.address ?? null;
    const isNews = square.answers === 0 || text !== square.text;
    square.answers++;
    square.text = text;
    if (isNews) for (const wake of square.wakes) wake();
  }
}

/** Those looked at longest ago go first; what is looked at stays. */
function forgetSome(squares: Map<string, Square>): void {
  if (squares.size <= MAX_ENTRIES) return;
  for (const [key, { wakes }] of squares) {
    if (wakes.size === 0) squares.delete(key);
    if (squares.size <= MAX_ENTRIES) return;
  }
}

const squareOf = ({ latitude, longitude }: LatLng): readonly [number, number] => [
  Math.round(latitude * A_DEGREE),
  Math.round(longitude * A_DEGREE),
];
const keyOf = (language: string, row: number, column: number): string => `${language} ${row} ${column}`;

const STEPS = [-1, 0, 1] as const;
const BESIDE = STEPS.flatMap((down) => STEPS.map((right) => [down, right] as const)).filter(
  ([down, right]) => down !== 0 || right !== 0,
);
