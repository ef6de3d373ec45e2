// The wire contract in parts. What belongs to one game is a part that is loaded when it is wanted; until then a stand-in
// has the names that the rest of the contract asks of it. Once the part is there, everything that refers to it is linked
// anew: protobuf-es compiles how a message is read on its first use, so its descriptors cannot be amended. The modules
// export them as `let`, and who imports one sees the new one.
//
// No message of a game can be lost meanwhile: to read or make one whose part is missing throws.
import type { DescFile } from '@bufbuild/protobuf';
import { fileDesc } from '@bufbuild/protobuf/codegenv2';

export class NotLoaded extends Error {
  constructor(
    readonly game: string,
    type: string,
  ) {
    super(`${type} belongs to a part of the contract that is not loaded`);
  }
}

// The place of a file: there is the file, or what stands for it.
export interface Slot {
  readonly game: string;
  file: DescFile;
  filled: boolean;
}

const slots: Slot[] = [];
const links: (() => void)[] = [];

// `descriptor`: of the stand-in, which has names alone.
export function slot(game: string, descriptor: string): Slot {
  const file = fileDesc(descriptor);
  for (const message of file.messages) {
    // Asked for when a message is made, which reading begins with; not when it is compiled how others are read.
    Object.defineProperty(message, 'members', {
      get: () => {
        throw new NotLoaded(game, message.typeName);
      },
    });
  }
  const made = { game, file, filled: false };
  slots.push(made);
  return made;
}

// Makes descriptors that refer to those in slots, now and whenever one is filled; called in the order of dependence.
export function linked(link: () => void): void {
  links.push(link);
  link();
}

export function fill(place: Slot, file: DescFile): DescFile {
  place.file = file;
  place.filled = true;
  for (const link of links) link();
  return file;
}

export const isLoaded = (game: string): boolean => slots.every((each) => each.game !== game || each.filled);
