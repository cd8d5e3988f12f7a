export const untidy = { a: 1 };
