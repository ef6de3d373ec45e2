// What a browser and its device are called in a list that the player reads, such as "Firefox, Linux": by what it says of itself.
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const first = (list: [RegExp, string][], text: string): string[] =>
  list
    .filter(([pattern]) => pattern.test(text))
    .map(([, name]) => name)
    .slice(0, 1);

export const deviceName = (userAgent: string): string =>
  [...first(BROWSERS, userAgent), ...first(SYSTEMS, userAgent)].join(', ');
