import { useOwnAttribute } from '../../../kernel/use-own-attribute.ts';

/** Values that an installer enters again and again. */
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
const MAX_LENGTH = 100;

/** Parses the stored values. @param text As stored, by any version; unknown values are left out. */
export function readMemory(text: string | null): ConnectMemory {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return NOTHING;
  }
  const found: Readonly<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const fieldText = (name: keyof ConnectMemory): string => {
    const value = found[name];
    return typeof value === 'string' && value.length <= MAX_LENGTH ? value : '';
  };
  return {
    model: fieldText('model'),
    host: fieldText('host'),
    apn: fieldText('apn'),
    user: fieldText('user'),
    secret: fieldText('secret'),
  };
}

/** Stored with the account, so that the next tracker needs one choice less. */
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
