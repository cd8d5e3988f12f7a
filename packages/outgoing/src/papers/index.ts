export { Paper, type Spot, type TextStyle } from './paper.ts';
