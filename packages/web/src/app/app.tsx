import { MantineProvider } from '@mantine/core';
import type { i18n } from 'i18next';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider, type DataRouter } from 'react-router';
import { theme } from '../ui/theme.ts';
import { Appearance } from './appearance.tsx';
import { NewVersionPrompt } from './new-version-prompt.tsx';
import { PageLoading } from './page-loading.tsx';
import { ServicesProvider, type Services } from '../kernel/services.tsx';

export interface AppProps {
  readonly services: Services;
  readonly texts: i18n;
  readonly router: DataRouter;
}

/** Everything around the screens. No style element is written: the variables are in `tokens.css`. */
export function App({ services, texts, router }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <I18nextProvider i18n={texts}>
        <ServicesProvider services={services}>
          <Suspense fallback={<PageLoading />}>
            <Appearance />
            <RouterProvider router={router} />
            <NewVersionPrompt />
          </Suspense>
        </ServicesProvider>
      </I18nextProvider>
    </MantineProvider>
  );
}
