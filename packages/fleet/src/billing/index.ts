export * from './civil-date.ts';
export * from './invoice-status.ts';
export * from './monthly-value.ts';
export * from './terms.ts';
export * from './pix-code.ts';
