export { runServer, type RunningServer } from './run-server.ts';
export { readSettings } from './settings/read-settings.ts';
