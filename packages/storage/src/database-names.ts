/** Databases of a data folder. */
export const DATABASE_NAMES = ['rastro.sqlite', 'extension.sqlite'] as const;
/** Folder of a backup that is about to replace the data around it. */
export const RESTORING = 'restoring';
