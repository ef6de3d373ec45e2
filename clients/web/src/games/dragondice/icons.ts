// What icons do against dragons (DR-9, DR-11), and how they are drawn: strokes on the grid of the dice's numerals, 10 by 16.
import {
  DragondiceDragonForm,
  DragondiceDragonIcon as D,
  DragondiceIcon as I,
} from '../../gen/wyrmhall/v1/dragondice_data_pb';

// By what it does; those that do the same look alike.
export type Effect =
  | 'melee'
  | 'melee.again'
  | 'missile'
  | 'save'
  | 'rise'
  | 'both'
  | 'volley'
  | 'fireminions'
  | 'cloak'
  | 'bash'
  | 'regenerate'
  | 'growth'
  | 'trumpet'
  | 'id'
  | 'plain'
  | 'maneuver'
  | 'nothing';

const EFFECTS: Partial<Record<I, Effect>> = {
  [I.COIL]: 'melee',
  [I.DOUBLE_STRIKE]: 'melee',
  [I.GORE]: 'melee',
  [I.HUG]: 'melee',
  [I.SMITE]: 'melee',
  [I.STOMP]: 'melee',
  [I.TRAMPLE]: 'melee',
  [I.REND]: 'melee.again',
  [I.TAIL_UNIT]: 'melee.again',
  [I.BULLSEYE]: 'missile',
  [I.FLAMING_ARROW]: 'missile',
  [I.STONE]: 'missile',
  [I.FLY]: 'save',
  [I.HOOF]: 'save',
  [I.VANISH]: 'save',
  [I.RISE_FROM_THE_ASHES]: 'rise',
  [I.COUNTER]: 'both',
  [I.KICK]: 'both',
  [I.VOLLEY]: 'volley',
  [I.CREATE_FIREMINIONS]: 'fireminions',
  [I.CLOAK]: 'cloak',
  [I.BASH]: 'bash',
  [I.REGENERATE]: 'regenerate',
  [I.WILD_GROWTH]: 'growth',
  [I.TRUMPET]: 'trumpet',
  [I.ID]: 'id',
  [I.MELEE]: 'plain',
  [I.MISSILE]: 'plain',
  [I.SAVE]: 'plain',
  [I.MANEUVER]: 'maneuver',
};
export const effectOf = (icon: I): Effect => EFFECTS[icon] ?? 'nothing';
export const isSpecial = (icon: I): boolean => icon > I.SAVE;

// --- Drawings ---

// Aslant, and the arrow on its bow: upright they are taken for arrows down and up.
const SWORD = 'M3.400 11.400 3 9.600 8 2 9.800.800 9.400 3 4.600 10.600zM1 9.200l5 3.600M3.400 11.200 1.600 14.200';
const BOW = 'M2 1.400c4.400 2.800 4.400 10.400 0 13.200zM-.600 8h11M8.200 5.600 10.600 8 8.200 10.400';
const SHIELD = 'M.600 2.400 5 1l4.400 1.400V8c0 3.400-1.800 5.600-4.400 7C2.400 13.600.600 11.400.600 8z';
const PLAIN: Partial<Record<I, string>> = {
  [I.ID]: 'M5 1 9.600 8 5 15 .400 8zM5 5.200 7 8 5 10.800 3 8z',
  [I.MELEE]: SWORD,
  [I.MISSILE]: BOW,
  [I.SAVE]: SHIELD,
  [I.MAGIC]: 'M5 1.800 6.400 6.600 10.600 8 6.400 9.400 5 14.200 3.600 9.400-.600 8 3.600 6.600z',
  [I.MANEUVER]: 'M.400 4.400 4 8 .400 11.600M5 4.400 8.600 8 5 11.600',
};
const SPECIAL: Record<Effect, string> = {
  melee: 'M1 2c.400 5 .400 8-.400 12M5 1.400c.400 5 .400 9-.400 13.200M9 2c.400 5 .400 8-.400 12',
  'melee.again':
    'M2.600 1.400c.400 4 .400 6-.200 9M6 1.400c.400 4 .400 6-.200 9M1 12c2 3.600 7 3.600 8.600-.600M9.600 8.600v2.800H7',
  missile:
    'M9.400 8A4.400 4.400 0 1 1 .600 8a4.400 4.400 0 0 1 8.800 0zM5 6.200a1.800 1.800 0 1 0 .010 0M5 1v2.400M5 12.600V15',
  save: 'M.400 11.400C1 5 4.600 2 9.800 1.600 9.200 4 8.400 5 7.400 5.600 8 7 7 8 5.800 8.400 6 10 4.600 10.800 3.400 10.800L1.400 14.400',
  rise: 'M5 15C1.600 13.400.600 10.400 2 7.400c.600 1 1.200 1.400 1.800 1.400C3.400 5.600 4 3 6 1c0 3 3 4.600 3 8.600 0 2.800-1.600 4.600-4 5.400z',
  both: 'M.600 13 7.400 4.600M9.400 13 2.600 4.600M1.400 9.800l2.600 2.400M8.600 9.800 6 12.200M5 1v1.600',
  volley: 'M2 14V3M.400 5 2 3l1.600 2M5 15V1.600M3.400 3.600 5 1.600l1.600 2M8 14V3M6.400 5 8 3l1.600 2',
  fireminions:
    'M3 14.600c-2-1.200-2.400-3.400-.800-6.200.800 1 1.400 2 1.200 3.400M7.400 14.600c2-1.200 2.400-3.400.8-6.200-.800 1-1.400 2-1.200 3.400M5 8c-1.600-2-1.200-4.600.400-6.800.200 2 1.800 3.800-.400 6.800z',
  cloak: 'M5 1.200C2.600 1.200 2 3 2.200 5L.400 14.600h9.200L7.800 5c.200-2-.400-3.800-2.800-3.800zM5 6v8.600',
  bash: 'M1 3h8v4.600H1zM5 7.600V15',
  regenerate:
    'M5 4.400v7.200M1.400 8h7.200M.600 4.600C2.200.600 7.800.600 9.400 4.600M9.400 11.400c-1.600 4-7.200 4-8.800 0',
  growth:
    'M5 15V7M5 9.600C1.600 9.600.400 7.400.600 4.400 3.800 4.400 5 6.400 5 9.600zM5 7c0-3.200 1.400-5.400 4.400-5.600.200 3.200-1.200 5.400-4.400 5.600z',
  trumpet: 'M.400 6.600v2.800L8.800 13V3zM3 10.400v3',
  id: '',
  plain: '',
  maneuver: '',
  nothing: 'M8.600 8A3.600 3.600 0 1 1 1.400 8a3.600 3.600 0 0 1 7.200 0zM2.600 10.600l4.800-5.200',
};
export const markOf = (icon: I): string => PLAIN[icon] ?? SPECIAL[effectOf(icon)];

export const HEART =
  'M5 13.400C1 9.800.200 7.600.600 5.600 1.200 3.200 4 3.200 5 5.800c1-2.600 3.800-2.600 4.400-.200.400 2-.400 4.200-4.400 7.800z';

const DRAGON_MARKS: Record<D, string> = {
  [D.UNSPECIFIED]: '',
  [D.JAWS]:
    'M.200 3C3 .600 7 .600 9.800 3L8.600 6.600 7 4.200 5 7 3 4.200 1.400 6.600zM.600 13c2.600 2 6.200 2 8.800 0L8.200 10 6.600 12 5 9.600 3.400 12 1.800 10z',
  [D.BREATH]:
    'M5 15C1.600 13.400.600 10.400 2 7.400c.600 1 1.200 1.400 1.800 1.400C3.400 5.600 4 3 6 1c0 3 3 4.600 3 8.600 0 2.800-1.600 4.600-4 5.400z',
  [D.CLAWS]: 'M1.400 1.600C.600 6 .800 10 2.600 14M5 1C4.200 6 4.400 10.600 5.800 15M8.600 1.600C7.800 6 8 10 9.400 14',
  [D.WINGS]:
    'M.400 12C.800 5 4 1.600 9.800 1 8.600 4 8 6 8 8 6.600 7.200 5.400 8 4.800 10 3.400 9.400 1.800 10 .400 12z',
  [D.BELLY]:
    'M5 1C1.800 3 .800 6 .800 9c0 3.600 1.800 6 4.200 6s4.200-2.400 4.200-6c0-3-1-6-4.200-8zM1.400 6.600h7.200M.900 10h8.200M2.200 13h5.600',
  [D.TAIL]: 'M1 1.400c6 1 7.600 4 4.600 6.400-3.400 2.600-2.600 5.400 2.400 6.200M6 12l2.600 2.200L5.600 15.600',
  [D.TREASURE]: 'M1 6.400 3 2h4l2 4.400L5 14zM1 6.400h8M3 2l2 4.400L7 2M5 6.400V14',
};
export const dragonMarkOf = (icon: D): string => DRAGON_MARKS[icon];

// The twelve faces of a form (DR-0).
const { JAWS, BREATH, CLAWS, WINGS, BELLY, TAIL, TREASURE } = D;
export const FORM_FACES: Record<DragondiceDragonForm, readonly D[]> = {
  [DragondiceDragonForm.UNSPECIFIED]: [],
  [DragondiceDragonForm.DRAKE]: [JAWS, BREATH, CLAWS, CLAWS, WINGS, WINGS, BELLY, BELLY, CLAWS, CLAWS, TAIL, TAIL],
  [DragondiceDragonForm.WYRM]: [JAWS, BREATH, CLAWS, CLAWS, BELLY, BELLY, CLAWS, CLAWS, TAIL, TAIL, TAIL, TREASURE],
};
