/** Owner of a device; he alone may delete it. */
export const owner = 1;
