import { formerEmail } from '../former-preferences.ts';
import type { Preferences } from '../preferences.ts';

/** Data that "remember me" stores: never the password (docs/reference/requirements.md PRODUCT §11). */
export interface Remembered {
  readonly email: string;
  /** A login token that signing out revokes; null = only the e-mail is stored. */
  readonly token: string | null;
}

export interface RememberedLogin {
  load(): Promise<Remembered | null>;
  save(login: Remembered): Promise<void>;
  forget(): Promise<void>;
}

const DATABASE = 'rastro-keys';
const STORE = 'keys';
const KEY_ID = 'remembered-login';
const IV_BYTES = 12;

/**
 * Stores the login encrypted in the preference `rememberme`. The key lives in IndexedDB and the browser does not export
 * it: a copy of the storage text is unreadable.
 */
export function createRememberedLogin(
  preferences: Preferences,
  { indexedDB, crypto }: { readonly indexedDB: IDBFactory; readonly crypto: Crypto },
): RememberedLogin {
  const forget = (): Promise<void> => Promise.resolve(preferences.write('rememberme', null));
  const save = async (login: Remembered): Promise<void> => {
    try {
      const key = await openKey(indexedDB, crypto);
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const plain = new TextEncoder().encode(JSON.stringify(login));
      const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
      preferences.write('rememberme', btoa(String.fromCharCode(...iv, ...sealed)));
    } catch {
      // No IndexedDB or no WebCrypto (a page without TLS): nothing is stored rather than stored in clear text.
      await forget();
    }
  };
  return {
    load: async () => {
      const stored = preferences.read('rememberme');
      if (stored === null) return null;
      const email = formerEmail(stored);
      if (email !== null) {
        // Another front end stored it with the password, which is removed.
        const login = { email, token: null };
        await save(login);
        return login;
      }
      try {
        const bytes = Uint8Array.from(atob(stored), (char) => char.charCodeAt(0));
        const key = await openKey(indexedDB, crypto);
        const iv = bytes.subarray(0, IV_BYTES);
        const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(IV_BYTES));
        return readRemembered(new TextDecoder().decode(plain));
      } catch {
        // The key is gone or the text is damaged: what cannot be read is worth nothing.
        await forget();
        return null;
      }
    },
    save,
    forget,
  };
}

function readRemembered(text: string): Remembered | null {
  const value = JSON.parse(text) as Partial<Remembered> | null;
  if (typeof value?.email !== 'string') return null;
  return { email: value.email, token: typeof value.token === 'string' ? value.token : null };
}

async function openKey(indexedDB: IDBFactory, crypto: Crypto): Promise<CryptoKey> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    const found = await settled<unknown>(database.transaction(STORE).objectStore(STORE).get(KEY_ID));
    if (found instanceof CryptoKey) return found;
    const algorithm = { name: 'AES-GCM', length: 256 } as const;
    const made = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']);
    await settled(database.transaction(STORE, 'readwrite').objectStore(STORE).put(made, KEY_ID));
    return made;
  } finally {
    database.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('Cannot read IndexedDB'));
  });
}
