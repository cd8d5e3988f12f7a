import { route } from '../api/route.ts';

export const speed = route;
