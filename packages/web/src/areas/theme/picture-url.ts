/** Where a picture of a brand is; '' = none. */
export const pictureUrl = (use: 'logo' | 'icon', file: string): string =>
  `/ext/assets/custom/${file}${use === 'icon' ? '-180.png' : ''}`;
