// What an armed form still asks for, and whether a press on the board answers it: a hero that is meant, a skill that a token
// covers. Anything else is asked in words.
import type { Form } from '../../gen/wyrmhall/v1/game_pb';
import { HuntPhrase } from '../../gen/wyrmhall/v1/hunt_sentence_pb';
import type { Given } from '../shared/form';
import { NONE, argument, membersOf, phraseOf } from './scene';

export interface Asked {
  form: Form;
  title: string;
  // NONE where it is about no skill.
  skill: number;
  // In how many ways the skill could be activated.
  ways: number;
  given: Given;
  // Values that one can choose from, by part; of a part that is settled at most one.
  offered: readonly (readonly number[])[];
}

export type On = 'heroes' | 'covers' | 'words' | 'nothing';

const isOneHero = (value: number): boolean => membersOf(value).length === 1;

function answeredOn({ form, offered }: Asked, part: number): On {
  switch (phraseOf(form.parts[part]?.sentence)) {
    case HuntPhrase.PART_TARGETS:
      return offered[part].every(isOneHero) ? 'heroes' : 'words';
    case HuntPhrase.PART_COVER:
      return 'covers';
    default:
      return 'words';
  }
}

const openParts = ({ offered }: Asked): number[] =>
  offered.flatMap((values, part) => (values.length > 1 ? [part] : []));

export const isOpen = (asked: Asked): boolean => openParts(asked).length > 0;

// Where what is asked first is answered.
export function asksOn(asked: Asked): On {
  const open = openParts(asked);
  // In a village everything is; and which items go into a skill is chosen beside the rest.
  if (asked.skill === NONE || asked.ways > 1 || open.some((part) => answeredOn(asked, part) === 'words'))
    return 'words';
  return open.length > 0 ? answeredOn(asked, open[0]) : 'nothing';
}

// What can be pressed, and the value that it stands for: heroes by their places, or skills.
export function answers(asked: Asked): ReadonlyMap<number, number> {
  const [at] = openParts(asked);
  const values = asked.offered[at] ?? [];
  switch (asksOn(asked)) {
    case 'heroes':
      return new Map(values.map((value) => [membersOf(value)[0], value]));
    case 'covers': {
      const part = asked.form.parts[at];
      return new Map(values.map((value) => [argument(part.meanings[part.values.indexOf(value)], 0), value]));
    }
    default:
      return new Map();
  }
}

// The same with its first question answered.
export function answered(asked: Asked, value: number): Asked {
  const [part] = openParts(asked);
  return { ...asked, given: asked.given.with(part, value), offered: asked.offered.with(part, []) };
}
