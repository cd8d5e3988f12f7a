export { rightOfCommand } from './command-right.ts';
export { engineActionOf, type EngineAction } from './engine-action.ts';
