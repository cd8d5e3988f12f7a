import { appError } from '../http/api-error.ts';

export const restrictions = appError;
