// Divides the generated contract: what every page needs, and a part for each game (src/net/linking.ts says how they come
// together). A generated file is a descriptor in base64, and constants that are looked up in it.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  FieldOptionsSchema,
  FileDescriptorProtoSchema,
  FileOptionsSchema,
  MessageOptionsSchema,
} from '@bufbuild/protobuf/wkt';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const DESCRIPTOR = /fileDesc\("([^"]+)"(?:, \[[^\]]*\])?\)/;
const IMPORTS = /^import \{ (file_wyrmhall_\w+) \} from "\.\/\w+_pb";\n/gm;
const LOOKED_UP = /^export const (\w+) = \/\*@__PURE__\*\/\n\s+((?:messageDesc|enumDesc)\(.*\));\n/gm;

export function divide(out, paths) {
  const files = paths.map(read);
  const games = gamesIn(files.find(({ name }) => name === 'game'));
  for (const file of files) {
    file.game = games.find((game) => file.name === game || file.name.startsWith(`${game}_`));
    file.needs = needsOf(file, files);
  }
  const common = files.filter(({ game }) => !game);
  const awaited = files.filter((file) => file.game && common.some(({ needs }) => needs.includes(file)));
  writeFaces(out, files); // before the options are taken out
  for (const file of files) writeFileSync(file.path, rewritten(file, awaited));
  writeParts(out, files, games);
  writeContract(out, games, awaited, common);
}

function read(path) {
  const text = readFileSync(path, 'utf8');
  const proto = fromBinary(FileDescriptorProtoSchema, Buffer.from(DESCRIPTOR.exec(text)[1], 'base64'));
  const name = basename(path, '_pb.js');
  return { path, text, proto, name, constant: `file_wyrmhall_v1_${name}` };
}

// A game is a member of the view of any game.
const gamesIn = ({ proto }) => proto.messageType.find(({ name }) => name === 'GameView').field.map(({ name }) => name);

const withNested = (message) => [message, ...message.nestedType.flatMap(withNested)];
const messagesOf = ({ proto }) => proto.messageType.flatMap(withNested);
const typesOf = ({ proto }) => [...proto.messageType, ...proto.enumType].map(({ name }) => `.${proto.package}.${name}`);
const wantedBy = (file) => messagesOf(file).flatMap(({ field }) => field.map(({ typeName }) => typeName));

// The other files that have types of its fields.
function needsOf(file, files) {
  const wanted = new Set(wantedBy(file));
  return files.filter((other) => other !== file && typesOf(other).some((type) => wanted.has(type)));
}

const reaches = (file, awaited) => file.needs.some((next) => awaited.includes(next) || reaches(next, awaited));

function rewritten(file, awaited) {
  // Files that say what options there are have nothing that the page asks for.
  if (file.proto.extension.length > 0) return file.text;
  const described = `fileDesc(${packed(withoutOptions(file))}, [${file.needs
    .map((next) => (!file.game && awaited.includes(next) ? `slots.${next.name}.file` : next.constant))
    .join(', ')}])`;
  const imports = file.needs
    .filter((next) => file.game || !awaited.includes(next))
    .map(({ constant, name }) => `import { ${constant} } from "./${name}_pb";\n`);
  const late = awaited.includes(file);
  const relinked = !file.game && reaches(file, awaited);
  if (late || relinked) imports.push('import { slots } from "../../contract";\n');
  if (late) imports.push('import { fill } from "../../../net/linking";\n');
  if (relinked) imports.push('import { linked } from "../../../net/linking";\n');

  let text = file.text.replace(IMPORTS, '');
  const at = text.indexOf('\n', text.indexOf('codegenv2"')) + 1;
  text = text.slice(0, at) + imports.join('') + text.slice(at);
  if (late) return replaceDescriptor(text, `export const ${file.constant} = fill(slots.${file.name}, ${described});`);
  if (!relinked) return replaceDescriptor(text, `export const ${file.constant} = /*@__PURE__*/ ${described};`);
  const constants = [[file.constant, described]];
  text = text.replace(LOOKED_UP, (_, name, value) => {
    constants.push([name, value]);
    return '';
  });
  return replaceDescriptor(
    text,
    `export let ${constants.map(([name]) => name).join(', ')};\n` +
      `linked(() => {\n${constants.map(([name, value]) => `  ${name} = ${value};\n`).join('')}});`,
  );
}

function replaceDescriptor(text, by) {
  const start = text.indexOf('export const file_');
  return text.slice(0, start) + by + text.slice(text.indexOf(';\n', text.indexOf('fileDesc(', start)) + 1);
}

// What the contract says about its fields, to programs that show messages to people, and about its files, to those that are
// made from it: not to the page.
function withoutOptions({ proto }) {
  const bare = create(FileDescriptorProtoSchema, proto);
  const drop = (schema, owner) => {
    if (owner.options) delete owner.options.$unknown;
    if (owner.options && toBinary(schema, owner.options).length === 0) delete owner.options;
  };
  drop(FileOptionsSchema, bare);
  for (const message of messagesOf({ proto: bare })) {
    drop(MessageOptionsSchema, message);
    for (const field of message.field) drop(FieldOptionsSchema, field);
  }
  return bare;
}

// A descriptor as its bytes instead of in base64, in which names that recur look different each time: it compresses to two
// thirds of the size, and is most of what the contract adds to a script.
const packed = (proto) =>
  `btoa(${JSON.stringify(Buffer.from(toBinary(FileDescriptorProtoSchema, proto)).toString('latin1'))})`;

function writeParts(out, files, games) {
  mkdirSync(join(out, 'parts'), { recursive: true });
  for (const game of games) {
    const own = files.filter((file) => file.game === game);
    writeFileSync(
      join(out, 'parts', `${game}.js`),
      own.map(({ name }) => `import "../wyrmhall/v1/${name}_pb";\n`).join(''),
    );
  }
}

// What stands for each file that is loaded later: the names that others ask of it.
function writeContract(out, games, awaited, common) {
  const wanted = new Set(common.flatMap(wantedBy));
  const slots = awaited.map(({ name, game, proto }) => {
    const named = (types) => types.filter((type) => wanted.has(`.${proto.package}.${type.name}`));
    const standIn = create(FileDescriptorProtoSchema, {
      name: proto.name,
      package: proto.package,
      syntax: proto.syntax,
      messageType: named(proto.messageType).map((type) => ({ name: type.name })),
      enumType: named(proto.enumType).map((type) => ({ name: type.name, value: type.value.slice(0, 1) })),
    });
    return `  ${name}: slot("${game}", ${packed(standIn)}),\n`;
  });
  const parts = games.map((game) => `  ${game}: () => import("./parts/${game}"),\n`);
  writeFileSync(
    join(out, 'contract.js'),
    `import { slot } from "../net/linking";\n\nexport const slots = {\n${slots.join('')}};\n\n` +
      `export const parts = {\n${parts.join('')}};\n`,
  );
  writeFileSync(
    join(out, 'contract.d.ts'),
    `// Loads what belongs to one game.\nexport declare const parts: Partial<Record<string, () => Promise<unknown>>>;\n`,
  );
}

// The option `faces` of a field (field_options.proto).
const FACES = 50021;

// Which fields hold faces of dice, as its types name them: what the page wants of the options, which it does not have.
function writeFaces(out, files) {
  const lines = [];
  const add = ({ name, field, nestedType }, scope) => {
    const marked = field.filter(({ options }) => options?.$unknown?.some(({ no }) => no === FACES));
    const called = marked.map(({ name }) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()));
    if (called.length > 0) lines.push(`  ${JSON.stringify(`${scope}.${name}`)}: ${JSON.stringify(called)},\n`);
    for (const nested of nestedType) add(nested, `${scope}.${name}`);
  };
  for (const { proto } of files) for (const message of proto.messageType) add(message, proto.package);
  writeFileSync(join(out, 'faces.js'), `export const faces = {\n${lines.join('')}};\n`);
  writeFileSync(
    join(out, 'faces.d.ts'),
    `// The fields that hold faces of dice, by the full name of their message.\n` +
      `export declare const faces: Readonly<Partial<Record<string, readonly string[]>>>;\n`,
  );
}
