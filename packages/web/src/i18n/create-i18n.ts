import { LANGUAGES, type Language } from '@rastro/fleet';
import { createInstance, type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isolated } from './isolated.ts';

type Texts = Readonly<Record<string, unknown>>;

/** One small file per language and area; a file is fetched when its area opens in its language. */
const files = import.meta.glob<Texts>('./locales/*/*.json', { import: 'default' });

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`./locales/${language}/${namespace}.json`];
    if (load === undefined) {
      done(new Error(`Cannot load texts: no file ${language}/${namespace}.json`), null);
      return;
    }
    load().then(
      (texts) => done(null, texts),
      (error: unknown) => done(error as Error, null),
    );
  },
};

/**
 * Texts of one language. No fallback language is loaded: a test proves that every key is in all three.
 * @param first Areas whose texts are there from the beginning, beside those of every page.
 */
export async function createI18n(language: Language, first: readonly string[] = []): Promise<i18n> {
  const instance = createInstance();
  await instance
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: [...LANGUAGES],
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['common', 'errors', ...first],
      defaultNS: 'common',
      // React escapes; what is put into a sentence only keeps its direction to itself.
      interpolation: { escapeValue: true, escape: isolated },
    });
  const setLang = (name: string): void => document.documentElement.setAttribute('lang', name);
  setLang(language);
  instance.on('languageChanged', setLang);
  return instance;
}
