/** Does the user's system ask for less motion? Asked each time, because it can change while the page is open. */
export const prefersLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
