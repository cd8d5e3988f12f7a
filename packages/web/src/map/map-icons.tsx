/** Line drawings of the map's own buttons, 24 × 24, in the colour of the text. */
const PATHS = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 20H5a1 1 0 0 1-1-1v-4M12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5',
  layers: 'M12 3.5l8.5 4.6L12 12.7L3.5 8.1ZM3.5 12.2l8.5 4.6l8.5-4.6M3.5 16.2l8.5 4.6l8.5-4.6',
  cluster:
    'M8 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6M17 8.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4M12.5 15a2.6 2.6 0 1 0 0 5.2a2.6 2.6 0 0 0 0-5.2',
  label:
    'M4 7.5A1.5 1.5 0 0 1 5.5 6h9.2a2 2 0 0 1 1.5.7l4 4.6a1 1 0 0 1 0 1.4l-4 4.6a2 2 0 0 1-1.5.7H5.5A1.5 1.5 0 0 1 4 16.5ZM8 12h6',
  stack:
    'M12 4a3 3 0 1 0 0 6a3 3 0 0 0 0-6M5.5 14a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5M18.5 14a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5M11 9.8l-4 4.6M13 9.8l4 4.6',
  close: 'M6 6l12 12M18 6L6 18',
} as const;

export function MapIcon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
