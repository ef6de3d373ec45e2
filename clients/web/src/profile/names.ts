// Made-up names for guests: two words each.

const FIRST = [
  'Amber',
  'Ashen',
  'Brass',
  'Bronze',
  'Calm',
  'Copper',
  'Dusky',
  'Flint',
  'Gilded',
  'Hardy',
  'Iron',
  'Ivory',
  'Keen',
  'Lucky',
  'Merry',
  'Mossy',
  'Noble',
  'Opal',
  'Quiet',
  'Rusty',
  'Silver',
  'Slate',
  'Sly',
  'Swift',
];
const SECOND = [
  'Adder',
  'Badger',
  'Crane',
  'Drake',
  'Elk',
  'Falcon',
  'Gecko',
  'Heron',
  'Ibex',
  'Jackdaw',
  'Kestrel',
  'Lynx',
  'Marten',
  'Newt',
  'Otter',
  'Puffin',
  'Raven',
  'Stoat',
  'Toad',
  'Vole',
  'Wren',
  'Yak',
];

// `attempt` counts from 0; a name that was taken gets a number behind it.
export function makeUpName(attempt = 0): string {
  const [a, b, c] = crypto.getRandomValues(new Uint32Array(3));
  const name = `${FIRST[a % FIRST.length]} ${SECOND[b % SECOND.length]}`;
  return attempt === 0 ? name : `${name} ${10 + (c % 990)}`;
}
