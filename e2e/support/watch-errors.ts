import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

/** The browser itself reports these answers; a wrong password gets them. */
const ANSWERS = /\/api\/session(\?.*)?$/;
const REJECTED = /^Failed to load resource: the server responded with a status of (400|401)/;

/**
 * Gathers everything that a page complains about: errors on its console (CSP violations are among them) and
 * what is thrown and not caught.
 */
export function watchErrors(context: BrowserContext): readonly string[] {
  const errors: string[] = [];
  const watch = (page: Page): void => {
    page.on('pageerror', (error) => errors.push(`thrown: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isAnswer(message)) {
        errors.push(`console: ${message.text()} (${message.location().url})`);
      }
    });
  };
  context.on('page', watch);
  for (const page of context.pages()) watch(page);
  return errors;
}

const isAnswer = (message: ConsoleMessage): boolean =>
  REJECTED.test(message.text()) && ANSWERS.test(message.location().url);
