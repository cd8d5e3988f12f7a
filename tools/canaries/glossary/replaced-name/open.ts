export const openCommandDesk = (): number => 1;
