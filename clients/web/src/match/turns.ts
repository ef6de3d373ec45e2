// The lines of a story, those of a bot's turn as one: who it was, and what mattered of it.
import type { Deed, Deeds, Scene } from '../games/module';
import { t } from '../i18n/index.svelte';
import type { Line } from './tell';
import type { ToldStep } from './told';

// A line, and the version of the match that it leads to.
export interface Told {
  version: number;
  text: string;
}

// Several lines are a turn, which `text` tells as one. Without lines it is the place where the player was last here.
export interface Row {
  key: string;
  lines: Told[];
  text: string;
}

// Nobody sits where an automatic enemy is.
const isBot = ({ info }: Scene, seat: number): boolean => seat < 0 || info.seats[seat]?.occupant.case === 'bot';

interface Turn extends Row {
  // Empty for a line that is told by itself.
  by: string;
  who: string;
  what: string[];
}

export class Turns {
  private readonly deeds = new WeakMap<Line, Deed | null>();

  constructor(private readonly deedOf: Deeds | undefined) {}

  // A line is asked for its deed once.
  private of(line: Line, scene: Scene): Deed | null {
    let deed = this.deeds.get(line);
    if (deed === undefined) {
      const told = line.event && this.deedOf?.(scene, line.event);
      deed = told && isBot(scene, told.seat) ? told : null;
      this.deeds.set(line, deed);
    }
    return deed;
  }

  // `here`: the version after which the player was last here.
  rows(steps: readonly ToldStep[], here: number): Row[] {
    const rows: Turn[] = [];
    for (const { version, scene, lines } of steps) {
      lines.forEach((line, i) => {
        const deed = this.of(line, scene);
        const { who = '', what = [], begins = true } = deed ?? {};
        const by = deed ? `${deed.seat} ${who}` : '';
        if (begins || rows.at(-1)?.by !== by)
          rows.push({ key: `${version} ${i}`, lines: [], text: '', by, who, what: [] });
        rows.at(-1)?.lines.push({ version, text: line.text });
        rows.at(-1)?.what.push(...what);
      });
      if (version === here && version !== steps.at(-1)?.version)
        rows.push({ key: 'here', lines: [], text: `— ${t('match.here')} —`, by: '', who: '', what: [] });
    }
    for (const row of rows) row.text ||= textOf(row);
    return rows;
  }
}

// As long as nothing has mattered, it is the last line.
function textOf({ lines, who, what }: Turn): string {
  if (lines.length === 1 || what.length === 0) return lines.at(-1)?.text ?? '';
  return t('match.deeds', { who, what: what.join(', ') });
}
