import { shell } from '../app/shell.ts';

export const page = shell;
