/** The session is another one: the page begins anew, so that nothing of the former person stays in it. */
export const startOver = (): void => window.location.replace('/home');
