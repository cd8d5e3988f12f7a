import { useOwnAttribute } from '../../../kernel/use-own-attribute.ts';

/** What whoever connects trackers enters again and again. */
export interface ConnectMemory {
  /** `family/model`; empty = none. */
  readonly model: string;
  /** Empty = as suggested. */
  readonly host: string;
  readonly apn: string;
  readonly user: string;
  readonly secret: string;
}
const NOTHING: ConnectMemory = { model: '', host: '', apn: '', user: '', secret: '' };
const MOST_LETTERS = 100;

/** @param text As it was kept, by whatever version; what does not fit is left out. */
export function readMemory(text: string | null): ConnectMemory {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '{}');
  } catch {
    return NOTHING;
  }
  const found: Readonly<Record<string, unknown>> =
    typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const word = (name: keyof ConnectMemory): string => {
    const value = found[name];
    return typeof value === 'string' && value.length <= MOST_LETTERS ? value : '';
  };
  return {
    model: word('model'),
    host: word('host'),
    apn: word('apn'),
    user: word('user'),
    secret: word('secret'),
  };
}

/** Kept with the account, so that the next tracker needs one choice less. */
export function useConnectMemory(): {
  readonly memory: ConnectMemory;
  readonly remember: (memory: ConnectMemory) => void;
} {
  const { value, save } = useOwnAttribute('connect', 'connect');
  return {
    memory: readMemory(value),
    remember: (memory) => {
      const text = JSON.stringify(memory);
      if (text !== value) void save(text);
    },
  };
}
