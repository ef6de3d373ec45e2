// The ten dragons as pictures, by HuntDragonKind: a file each.
import { HuntDragonKindSchema } from '../../gen/wyrmhall/v1/hunt_pb';

const files = import.meta.glob<string>('../../portraits/hunt/*.svg', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

// They are called as in the protocol.
export function portraitOf(kind: number): string {
  const name = HuntDragonKindSchema.values.find(({ number }) => number === kind)?.localName.toLowerCase() ?? '';
  return files[`../../portraits/hunt/${name}.svg`] ?? '';
}
