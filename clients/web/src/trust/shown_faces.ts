// The faces of dice that an event shows, of any game: the contract says in which fields they stand.
import { faces } from '../gen/faces';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

// One number, several, or one a byte. A field that is not set holds 0, which is no face.
function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return value > 0 ? [value] : [];
  return Array.isArray(value) || value instanceof Uint8Array ? Array.from(value as ArrayLike<number>) : [];
}

// In the order in which they were rolled, each as its number from 1.
export function facesOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(facesOf);
  if (!isObject(value)) return [];
  const marked = faces[String(value['$typeName'])] ?? [];
  return Object.entries(value).flatMap(([name, part]) => {
    if (marked.includes(name)) return numbersOf(part);
    // A oneof has the name of the member that is set beside it.
    const isMember = isObject(part) && typeof part['case'] === 'string';
    if (!isMember) return facesOf(part);
    return marked.includes(part['case'] as string) ? numbersOf(part['value']) : facesOf(part['value']);
  });
}
