const KEY = 'recover.token';

/**
 * The token of a mailed link for this tab, which left the address bar: a reload still has it. It is removed once it was
 * used or rejected, and with the tab.
 */
export const storedToken = {
  read: (): string => sessionStorage.getItem(KEY) ?? '',
  write: (token: string): void => sessionStorage.setItem(KEY, token),
  forget: (): void => sessionStorage.removeItem(KEY),
};
