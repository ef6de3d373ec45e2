// How a match of Dragon Dice is shown over time: dragons aim and roll one after the other, then all dice of the army at
// once; what they show is counted icon by icon, and only then somebody falls. No sum is shown before its dice rest.
import {
  DragondiceRolledFor,
  type DragondiceAttackBegun,
  type DragondiceDamaged,
  type DragondiceDragonRolled,
  type DragondiceEvent,
  type DragondiceUnitRolled,
} from '../../gen/wyrmhall/v1/dragondice_event_pb';
import { DragondiceStep, type DragondiceAttack, type DragondiceView } from '../../gen/wyrmhall/v1/dragondice_pb';
import type { DragondiceIcon } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import type { Frame } from '../../net/timeline';
import { SequencedStage } from '../shared/sequenced_stage.svelte';
import type { Beat } from '../shared/sequencer.svelte';
import { effectOf } from './icons';
import { POOL, answerOf, isFighting, viewOf, type Rolled } from './scene';

// Milliseconds at the speed Brisk.
export const TIMES = {
  lead: 300,
  aims: 600,
  dragon: 650,
  dice: 800,
  group: 260,
  sums: 500,
  breath: 700,
  losses: 900,
  other: 500,
};

// What an attack has come to, in the order of its parts.
export type Part = 'aims' | 'rolls' | 'answer' | 'losses';

// Dice of the answer that show the same icon.
export interface Counted {
  icon: DragondiceIcon;
  units: number[];
  sum: number;
}

// What was rolled, by icon: what counts for most is counted first, what does nothing last.
export function countedIn(rolls: readonly Rolled[]): Counted[] {
  const groups = new Map<DragondiceIcon, Counted>();
  for (const { unit, icon, number } of rolls) {
    const group = groups.get(icon) ?? { icon, units: [], sum: 0 };
    groups.set(icon, { icon, units: [...group.units, unit], sum: group.sum + number });
  }
  const idle = ({ icon }: Counted): number => (effectOf(icon) === 'nothing' ? 1 : 0);
  return [...groups.values()].sort((a, b) => idle(a) - idle(b) || a.icon - b.icon);
}

export class DragondiceStage extends SequencedStage {
  view = $state.raw<DragondiceView>(viewOf({ game: { case: undefined } } as Frame['view']));
  // The part of the attack that is being shown.
  part = $state.raw<Part>();
  // What each dragon's die shows, and by what it tumbles.
  dragons = $state.raw<Partial<Record<number, { value: number; roll: string }>>>({});
  // The army's dice: every roll of the answer, and how many groups of icons are counted so far.
  rolls = $state.raw<readonly Rolled[]>([]);
  counted = $state(0);
  tumbling = $state('');
  // Units and dragons that fall right now.
  falling = $state.raw<ReadonlySet<number>>(new Set());
  slain = $state.raw<ReadonlySet<number>>(new Set());
  // What has just moved: a unit's or a dragon's number.
  moved = $state.raw<{ unit?: number; dragon?: number }>({});
  rolling = $state(false);

  // Where the attack stands. While nothing is shown, what is asked tells it.
  get partNow(): Part {
    if (this.busy && this.part) return this.part;
    const step = this.view.step ?? DragondiceStep.OVER;
    if (step <= DragondiceStep.DESIGNATE) return 'aims';
    if (step <= DragondiceStep.PROMOTE && this.rolls.length === 0) return 'rolls';
    return step <= DragondiceStep.HITS ? 'answer' : 'losses';
  }

  override jump(frame: Frame): void {
    this.finish();
    this.forget();
    this.show(frame);
  }

  protected beatsOf(frame: Frame, before: Frame | undefined, mine: boolean): Beat[] {
    const events = frame.events.flatMap(({ game }) => (game.case === 'dragondice' ? [game.value] : []));
    const beats = before ? this.beatsFor(events, `${frame.version}`) : [];
    const lead: Beat[] = mine || beats.length === 0 ? [] : [{ ms: TIMES.lead, do: () => undefined }];
    return [...lead, ...beats];
  }

  private forget(): void {
    this.part = undefined;
    this.dragons = {};
    this.rolls = [];
    this.counted = 0;
    this.tumbling = '';
    this.falling = this.slain = new Set();
    this.moved = {};
  }

  // What dice have shown stays until the next attack or turn begins.
  protected override show(frame: Frame): void {
    this.view = viewOf(frame.view);
    if ((this.view.attack?.dragons?.length ?? 0) === 0) this.forget();
    // What follows an attack is none of it.
    if (!isFighting(this.view)) this.part = undefined;
    this.rolls = this.rolls.length > 0 ? this.rolls : answerOf(this.view);
    this.counted = countedIn(this.rolls).length;
    this.tumbling = '';
    this.rolling = false;
    this.falling = this.slain = new Set();
    super.show(frame);
  }

  private beatsFor(told: readonly DragondiceEvent[], version: string): Beat[] {
    const beats: Beat[] = [];
    const answer = told.flatMap(({ event }) =>
      event.case === 'unit' && event.value.for === DragondiceRolledFor.RESPONSE ? [event.value] : [],
    );
    told.forEach(({ event }, place) => {
      if (event.case === 'unit' && event.value === answer[0]) beats.push(...this.answer(answer, version));
      beats.push(...this.beats(event, `${version}.${place}`));
    });
    return beats;
  }

  private readonly beat = (ms: number, change: () => void): Beat => ({
    ms,
    do: () => {
      this.rolling = false;
      change();
    },
  });

  private beats(event: DragondiceEvent['event'], key: string): Beat[] {
    switch (event.case) {
      case 'turn':
        return [this.beat(0, () => this.forget())];
      case 'attack':
        return [this.beat(TIMES.aims, () => this.begin(event.value))];
      case 'dragon':
        return [this.beat(TIMES.dragon, () => this.dragon(event.value, key))];
      case 'breath':
        return [this.beat(TIMES.breath, () => this.fall(event.value.killed))];
      case 'response': {
        const { melee, missile, save } = event.value;
        return [this.beat(TIMES.sums, () => this.sum({ melee, missile, save }))];
      }
      case 'damage':
        return [this.beat(TIMES.losses, () => this.damage(event.value))];
      case 'wings':
        return [this.beat(TIMES.other, () => this.toPools(event.value.dragons))];
      case 'regroup':
        return [this.beat(TIMES.other, () => this.go(event.value.unit, event.value.to))];
      case 'call':
        return [this.beat(TIMES.other, () => this.come(event.value.dragon, event.value.to))];
      default:
        return [];
    }
  }

  private attack(change: Partial<DragondiceAttack>): void {
    const { attack } = this.view;
    if (attack) this.view = { ...this.view, attack: { ...attack, ...change } };
  }

  private sum(sums: Partial<DragondiceAttack>): void {
    this.hear('land');
    this.attack(sums);
  }

  private begin({ terrain, dragons, targets }: DragondiceAttackBegun): void {
    this.forget();
    this.hear('move');
    this.part = 'aims';
    const still = new Uint8Array();
    this.attack({ terrain, dragons, targets, damage: {}, belly: still, wings: still, breath: still, rolls: still });
    this.attack({ melee: 0, missile: 0, save: 0, net: 0 });
  }

  private dragon({ dragon, value, damage }: DragondiceDragonRolled, roll: string): void {
    this.hear('rattle');
    this.rolling = true;
    this.part = 'rolls';
    this.dragons = { ...this.dragons, [dragon]: { value, roll } };
    const before = this.view.attack?.damage ?? {};
    if (damage > 0) this.attack({ damage: { ...before, [dragon]: (before[dragon] ?? 0) + damage } });
  }

  // All dice at once, then one icon after the other.
  private answer(answer: readonly DragondiceUnitRolled[], version: string): Beat[] {
    const rolls = answer.map(({ unit, icon, number }): Rolled => ({ unit, icon, number }));
    const groups = countedIn(rolls);
    return [
      this.beat(TIMES.dice, () => {
        this.hear('rattle');
        this.rolling = true;
        this.part = 'answer';
        this.rolls = rolls;
        this.counted = 0;
        this.tumbling = version;
      }),
      ...groups.map((_, i) =>
        this.beat(TIMES.group, () => {
          this.hear('count');
          this.tumbling = '';
          this.counted = i + 1;
        }),
      ),
    ];
  }

  private fall(units: Uint8Array): void {
    if (units.length > 0) this.hear('hit');
    this.falling = new Set(units);
  }

  private damage({ net, killed, dead }: DragondiceDamaged): void {
    this.part = 'losses';
    this.attack({ net });
    this.slain = new Set(dead);
    this.fall(killed);
    if (killed.length === 0) this.hear(dead.length > 0 ? 'ice' : 'beaten');
  }

  private toPools(dragons: Uint8Array): void {
    this.hear('move');
    const all = { ...this.view.dragons };
    for (const dragon of dragons) if (all[dragon]) all[dragon] = { ...all[dragon], at: POOL };
    this.view = { ...this.view, dragons: all };
  }

  private go(unit: number, to: number): void {
    this.hear('move');
    this.moved = { unit };
    this.view = { ...this.view, places: { ...this.view.places, [unit]: to } };
  }

  private come(dragon: number, to: number): void {
    this.hear('land');
    this.moved = { dragon };
    const was = this.view.dragons[dragon];
    if (was) this.view = { ...this.view, dragons: { ...this.view.dragons, [dragon]: { ...was, at: to } } };
  }
}
