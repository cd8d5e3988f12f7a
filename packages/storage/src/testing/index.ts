export { damageTable } from './damage-table.ts';
