export const refuse = 1;
