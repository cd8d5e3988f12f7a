import { used } from './parts.ts';
console.log(used);
