// Who is lost, in the making: units of the army are pressed until as much health is chosen as must be. What cannot lead there
// cannot be chosen.
import type { DragondiceView } from '../../gen/wyrmhall/v1/dragondice_pb';
import type { Form, GameAction } from '../../gen/wyrmhall/v1/game_pb';
import { filled, isFilled } from '../shared/form';
import { oneMore, sumOf, unitOfPart } from './plans';
import { NONE, argument, kindOf } from './scene';

// What is chosen of the units of one kind.
export interface Lost {
  part: number;
  // Units, and how many there are.
  count: number;
  of: number;
  health: number;
  // One more, or none again, can be chosen.
  can: boolean;
}

export class Losses {
  private given = $state.raw<readonly number[]>([]);
  // The steps taken, each with what was chosen before it.
  private steps = $state.raw<readonly (readonly number[])[]>([]);

  constructor(readonly form: Form) {}

  get values(): readonly number[] {
    return this.form.parts.map((_, i) => this.given[i] ?? 0);
  }
  get chosen(): number {
    return sumOf(this.values);
  }
  get wanted(): number {
    return this.form.sumMost ?? 0;
  }
  // What is decided; undefined while it is too little.
  get action(): GameAction | undefined {
    return isFilled(this.form, this.values) ? filled(this.form, this.values) : undefined;
  }

  // Whether it is about this army.
  isOf(view: DragondiceView, seat: number, place: number): boolean {
    const unit = unitOfPart(this.form, 0);
    return view.places[unit] === place && view.units[unit]?.owner === seat;
  }
  place(view: DragondiceView): number {
    return view.places[unitOfPart(this.form, 0)] ?? NONE;
  }

  of(view: DragondiceView, kind: number): Lost | undefined {
    const part = this.form.parts.findIndex((_, i) => kindOf(view, unitOfPart(this.form, i)) === kind);
    if (part < 0) return undefined;
    const health = this.values[part];
    const each = view.kinds[kind]?.health ?? 1;
    return {
      part,
      count: health / Math.max(1, each),
      of: argument(this.form.parts[part].sentence, 1),
      health,
      can: health > 0 || oneMore(this.form, this.values, part) !== undefined,
    };
  }

  // One more falls; where no more can, none of them does.
  press({ part, health }: Lost): void {
    const more = oneMore(this.form, this.values, part);
    if (more) this.take(more);
    else if (health > 0) this.take(this.values.with(part, 0));
  }
  get canUndo(): boolean {
    return this.steps.length > 0;
  }
  undo(): void {
    this.given = this.steps.at(-1) ?? this.given;
    this.steps = this.steps.slice(0, -1);
  }
  take(next: readonly number[]): void {
    this.steps = [...this.steps, this.values];
    this.given = next;
  }
}
