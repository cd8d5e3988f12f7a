import { panel } from '../ui/panel.ts';

export const fleet = panel;
