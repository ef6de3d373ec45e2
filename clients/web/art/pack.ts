// A drawing in fewer bytes: whatever lies in it lies on whole pixels, which of a box of 512 are fine enough for what is shown at
// half that size, and facets, which are most of it, say their colour once. (Corners relative to each other are shorter, but
// facets that lie side by side have them in common, and that packs better.)
const FACET = /<polygon (points="[^"]+") fill="(#[0-9a-f]{3,6})" stroke="\2" stroke-width="\.8"\/>/;
const RUN = new RegExp(`(?:${FACET.source})+`, 'g');
const OPEN = '<g fill="currentColor" stroke="currentColor" stroke-width=".8">';

const rounded = (corners: string): string => corners.replace(/\d*\.\d+/g, (x) => String(Math.round(Number(x))));

export const packed = (svg: string): string =>
  svg
    .replace(/ (?:points|d)="[^"]+"/g, rounded)
    .replace(RUN, (run) => `${OPEN}${run.replace(new RegExp(FACET, 'g'), '<polygon color="$2" $1/>')}</g>`);
