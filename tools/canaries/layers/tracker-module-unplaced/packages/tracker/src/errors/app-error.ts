export const appError = 1;
