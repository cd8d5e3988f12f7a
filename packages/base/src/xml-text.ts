const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text inside XML. Characters that XML 1.0 cannot represent are left out. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** A number without an exponent: `xsd:decimal`, and so GPX, knows none. Nine digits are a tenth of a millimeter. */
export const xmlDecimal = (value: number): string => {
  const text = String(value);
  return text.includes('e') ? value.toFixed(9) : text;
};
