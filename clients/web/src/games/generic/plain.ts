// Any message of the protocol as words and as a tree, by its own description.
import { ScalarType, type DescField, type DescMessage, type Message } from '@bufbuild/protobuf';
import { reflect, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import { hex } from '../../net/bytes';

export interface Node {
  name: string;
  value: string;
  children: Node[];
}

// "tail_whip" as "tail whip".
const spoken = (name: string): string => name.replaceAll('_', ' ');

// "TABLE_PHASE_OPEN" as "open": without what all values of its enumeration begin with.
function enumName(field: DescField, value: number): string {
  if (!field.enum) return String(value);
  const found = field.enum.values.find((v) => v.number === value);
  return found ? spoken(found.name.slice(field.enum.sharedPrefix?.length ?? 0).toLowerCase()) : String(value);
}

function scalar(field: DescField, value: unknown): string {
  if (field.enum && typeof value === 'number') return enumName(field, value);
  if (value instanceof Uint8Array) {
    return field.scalar === ScalarType.BYTES && value.length <= 16 ? [...value].join(', ') : hex(value.slice(0, 16));
  }
  return String(value);
}

const isMessage = (value: unknown): value is ReflectMessage =>
  typeof value === 'object' && value !== null && 'desc' in value && 'fields' in value;

function nodeOf(field: DescField, name: string, value: unknown): Node {
  if (isMessage(value)) return { name, value: '', children: childrenOf(value) };
  return { name, value: scalar(field, value), children: [] };
}

function childrenOf(message: ReflectMessage): Node[] {
  const nodes: Node[] = [];
  for (const field of message.fields) {
    if (!message.isSet(field)) continue;
    const name = spoken(field.name);
    if (field.fieldKind === 'map') {
      const children = [...message.get(field)].map(([key, value]) => nodeOf(field, String(key), value));
      nodes.push({ name, value: '', children });
    } else if (field.fieldKind === 'list') {
      const items = [...message.get(field)];
      if (items.some(isMessage)) {
        const children = items.map((value, i) => nodeOf(field, String(i + 1), value));
        nodes.push({ name, value: '', children });
      } else nodes.push({ name, value: items.map((value) => scalar(field, value)).join(', '), children: [] });
    } else nodes.push(nodeOf(field, name, message.get(field)));
  }
  return nodes;
}

export function treeOf<M extends Message>(schema: DescMessage, message: M): Node[] {
  return childrenOf(reflect(schema, message));
}

// A message in one line: "claw 1", "fight: actor 0, target 1, dice 3, 4".
export function lineOf(nodes: Node[]): string {
  return nodes
    .map(({ name, value, children }) => (children.length > 0 ? `${name}: ${lineOf(children)}` : `${name} ${value}`))
    .join(', ');
}

// The outermost level only says which game it is.
export const within = (nodes: Node[]): Node[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? node.children : [node]));
