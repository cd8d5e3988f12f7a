import { server } from '../testing/memory-server.ts';

export const shell = server;
