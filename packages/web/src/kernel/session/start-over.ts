/** Restarts the page for another session, so that nothing of the previous user stays in it. */
export const startOver = (): void => window.location.replace('/home');
