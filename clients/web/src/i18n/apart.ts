// Names of people in a sentence.

// Letters that are read from right to left: of these scripts, names would reorder what stands beside them.
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

// The name set apart from what surrounds it: what <bdi> does in a page, for texts that have no elements.
export const apart = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
