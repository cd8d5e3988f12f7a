import { StorageError, type Storage } from '@rastro/storage';

/** A store that fails from a moment on, as if the process had died there. */
export function dying() {
  const state = { isDead: false, diesBefore: '' };
  const wrap = (storage: Storage): Storage =>
    new Proxy(storage, {
      get(target, name: keyof Storage) {
        const method: unknown = target[name];
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) => {
          const text = name === 'advanceCursors' ? JSON.stringify(args) : '';
          if (state.diesBefore !== '' && text.includes(state.diesBefore)) state.isDead = true;
          if (state.isDead && name !== 'close') return Promise.reject(new StorageError('die', 'CLOSED'));
          return Reflect.apply(method, target, args) as unknown;
        };
      },
    });
  return { state, wrap };
}
