/** Of the tracking server. */
export const SCHEMA = 'rastro';
/** Of the extension, beside that of the tracking server, in the same database or in another. */
export const EXTENSION_SCHEMA = 'rastro_extension';
