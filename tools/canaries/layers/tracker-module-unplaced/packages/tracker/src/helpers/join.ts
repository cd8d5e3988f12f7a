import { appError } from '../errors/app-error.ts';

export const join = appError;
