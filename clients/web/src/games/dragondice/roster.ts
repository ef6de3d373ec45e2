// All units with their health and faces, and the forces that come ready made: the text that the rules read too, so that
// there is one. A match tells of the units that take part; a player who builds a force wants to see the others too.
import presets from '../../../../../rules/dragondice/presets.txt?raw';
import units from '../../../../../rules/dragondice/units.txt?raw';

// For C++ it is a literal: R"(…)".
const textIn = (literal: string): string => literal.slice(literal.indexOf('(') + 1, literal.lastIndexOf(')'));

// Each line has the unit's name without its species, its health and its faces in order.
export const UNIT_TABLE = textIn(units);

// Four lines for each species: its terrains and dragons, then the units at home, of the campaign and of the horde.
export const PRESET_TABLE = textIn(presets);
