// The accusations that this browser holds, so that what it saw outlives the page: by match or table, the last few.
import type { Accusation } from '../trust/accusation';
import { parsed, type Storage } from './storage';

const ACCUSATIONS = 'wyrmhall.accusations';
const KEPT = 8;
// A longer record is in the file only while the page is open: chains and receipts need the room.
const MOST_RECORD = 128 * 1024;

export class Accusations {
  constructor(private readonly storage: Storage) {}

  of(match: string): Accusation | undefined {
    return this.all().find((kept) => kept.match === match);
  }

  // The first one of a match stays: later ones may only be its consequences.
  save(accusation: Accusation): void {
    const all = this.all();
    if (all.some(({ match }) => match === accusation.match)) return;
    const { record, ...rest } = accusation;
    const kept = record !== undefined && record.length <= MOST_RECORD ? accusation : rest;
    try {
      this.storage.setItem(ACCUSATIONS, JSON.stringify([...all, kept].slice(-KEPT)));
    } catch {
      // No room: it can be downloaded while the page is open.
    }
  }

  private all(): Accusation[] {
    const kept: unknown = parsed(this.storage.getItem(ACCUSATIONS));
    return Array.isArray(kept) ? kept.filter(isAccusation) : [];
  }
}

function isAccusation(value: unknown): value is Accusation {
  if (typeof value !== 'object' || value === null) return false;
  const { fault, match, statements, links } = value as Partial<Accusation>;
  return typeof fault === 'string' && typeof match === 'string' && Array.isArray(statements) && Array.isArray(links);
}
