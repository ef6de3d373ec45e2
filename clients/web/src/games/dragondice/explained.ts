// What the faces of dice do, once they are looked up.
import { DragondiceDragonIcon as D, type DragondiceDragonForm } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import type { FaceItem } from './Faces.svelte';
import { FORM_FACES, dragonMarkOf, effectOf, isSpecial, markOf } from './icons';
import { t, type Key } from './icons_messages';
import { dragonIconName, faceText } from './names';
import type { Face } from './scene';

// What an icon does against dragons, with the rule's number. A special one has a number on it.
export const explanation = ({ icon, number }: Face): string => {
  const does = t(`does.${effectOf(icon)}` as Key);
  return isSpecial(icon) || icon > 1 ? does.replace(/\bX\b/g, String(number)) : does;
};

const DOES: Partial<Record<D, Key>> = {
  [D.JAWS]: 'does.jaws',
  [D.BREATH]: 'does.breath',
  [D.CLAWS]: 'does.claws',
  [D.WINGS]: 'does.wings',
  [D.BELLY]: 'does.belly',
  [D.TAIL]: 'does.tail',
};
export const dragonExplanation = (icon: D): string => t(DOES[icon] ?? 'does.treasure');

export const faceItem = (face: Face): FaceItem => ({
  mark: markOf(face.icon),
  name: faceText(face),
  says: explanation(face),
  count: 1,
  ...(face.number > 0 ? { sum: String(face.number) } : {}),
});

// Those of a unit, each once.
export function faceItems(faces: readonly Face[]): FaceItem[] {
  const items = new Map<string, FaceItem>();
  for (const face of faces) {
    const item = faceItem(face);
    const known = items.get(item.name);
    if (known) known.count += 1;
    else items.set(item.name, item);
  }
  return [...items.values()];
}

// Those of a dragon.
export function dragonFaceItems(form: DragondiceDragonForm): FaceItem[] {
  const faces = FORM_FACES[form];
  return [...new Set(faces)].map((icon) => ({
    mark: dragonMarkOf(icon),
    name: dragonIconName(icon),
    says: dragonExplanation(icon),
    count: faces.filter((other) => other === icon).length,
  }));
}
