export const beside = new URL('../../../../../../../../../../shared/data/', import.meta.url);
