import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DragondiceIcon as I } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondiceUnitRulesSchema } from '../../gen/wyrmhall/v1/dragondice_pb';
import { bestFace } from './best_face';

const best = (...faces: [I, number][]): number =>
  bestFace(create(DragondiceUnitRulesSchema, { health: 1, faces: new Uint8Array(faces.flat()) }));

test('a unit is known for its highest number, whatever its ID shows', () => {
  expect(best([I.ID, 4], [I.SAVE, 1], [I.MELEE, 3], [I.MISSILE, 2])).toBe(3);
});

test('among equal numbers the icon that is there most often', () => {
  expect(best([I.ID, 1], [I.SAVE, 1], [I.MELEE, 1], [I.MELEE, 1])).toBe(3);
});

test('magic does nothing here', () => {
  expect(best([I.ID, 3], [I.MAGIC, 3], [I.MANEUVER, 1])).toBe(3);
});
