import type { ScreenAccess } from './screen.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isAccess = (handle: unknown): handle is ScreenAccess => isObject(handle) && 'requires' in handle;

/** Access that a route declares; null = it requires nothing. @param handle Its screen. */
export const accessIn = (handle: unknown): ScreenAccess | null => (isAccess(handle) ? handle : null);

/** Key of the title that a route declares; null = it has none. */
export const titleIn = (handle: unknown): string | null =>
  isObject(handle) && 'title' in handle && typeof handle.title === 'string' ? handle.title : null;
