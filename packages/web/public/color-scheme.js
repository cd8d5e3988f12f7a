// Runs before the first paint, so that a dark screen never flashes white. A file, not inline: strict CSP.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage is blocked: the system decides.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  // What stands there before the application goes by it, and so do the browser's own parts.
  if (stored === 'dark' || stored === 'light')
    document.querySelector('meta[name="color-scheme"]').setAttribute('content', stored);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
