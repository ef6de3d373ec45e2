// The face that a unit is known for: what it does most of against dragons.
import { DragondiceIcon } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import type { DragondiceUnitRules } from '../../gen/wyrmhall/v1/dragondice_pb';
import { effectOf } from './icons';
import { facesOf, type Face } from './scene';

// All units have an ID, and some icons do nothing here.
const tells = ({ icon }: Face): boolean => icon !== DragondiceIcon.ID && effectOf(icon) !== 'nothing';

// Its number among the faces, from 1: the highest, and of equals the one whose icon is on the die most often.
export function bestFace(rules: DragondiceUnitRules): number {
  const faces = facesOf(rules);
  const often = ({ icon }: Face): number => faces.filter((face) => face.icon === icon).length;
  const better = (a: Face, b: Face): boolean =>
    tells(a) !== tells(b) ? tells(a) : a.number !== b.number ? a.number > b.number : often(a) > often(b);
  return faces.reduce((best, face, i) => (better(face, faces[best]) ? i : best), 0) + 1;
}
