import type { Session } from '../kernel/session.ts';

export const draw = (session: Session): string => session.user;
