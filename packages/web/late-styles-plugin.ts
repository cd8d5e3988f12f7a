import type { Plugin } from 'vite';

const STYLES = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g;

/**
 * Style sheets stand after what is painted first, so that it waits for none of them. The script still does: a sheet
 * before its end holds it back.
 */
export const lateStyles = (): Plugin => ({
  name: 'late-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => {
      const sheets = [...page.matchAll(STYLES)].map(([sheet]) => sheet.trim());
      return page.replaceAll(STYLES, '').replace('</body>', `  ${sheets.join('\n    ')}\n  </body>`);
    },
  },
});
