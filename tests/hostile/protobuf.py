"""Reads and writes the messages of the protocol by the names in its .proto files. Standard library only.

A message is a dict: field names to values, a repeated field to a list, a map to a dict, an enumeration to its number (its
names are in `enums`). What is absent is left out. Only what protocol/wyrmhall/v1 uses is known here.
"""

import pathlib
import re
import struct

FOLDER = pathlib.Path(__file__).resolve().parent.parent.parent / "protocol" / "wyrmhall" / "v1"
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
SIGNED = {"sint32", "sint64"}
PLAIN = {"uint32", "uint64", "int32", "int64", "bool"} | SIGNED

FIELD = re.compile(r"^(repeated |optional )?(map<(\w+), *(\w+)>|[\w.]+) (\w+) = (\d+)\s*(?:\[.*\])?;$")
VALUE = re.compile(r"^(\w+) = (\d+);$")


class Field:
    def __init__(self, label, kind, key, value, name, number):
        self.repeated = label == "repeated "
        self.optional = label == "optional "
        self.key = key  # of a map; None for others
        self.kind = value if key else kind
        self.name = name
        self.number = int(number)


class Protocol:
    """All messages and enumerations of a folder of .proto files."""

    def __init__(self, folder=FOLDER):
        self.messages = {}
        self.enums = {}
        for path in sorted(folder.glob("*.proto")):
            self._read(path.read_text(encoding="utf-8"))
        self._by_number = {name: {field.number: field for field in fields} for name, fields in self.messages.items()}

    def _read(self, text):
        message = enum = None
        one_of = False
        for line in (re.sub(r"//.*", "", line).strip() for line in text.splitlines()):
            if match := re.match(r"^message (\w+) \{(\})?$", line):
                message = self.messages.setdefault(match[1], [])
                if match[2]:
                    message = None
            elif match := re.match(r"^enum (\w+) \{$", line):
                enum = self.enums.setdefault(match[1], {})
            elif re.match(r"^oneof \w+ \{$", line):
                one_of = True
            elif line == "}":
                if one_of:
                    one_of = False
                else:
                    message = enum = None
            elif message is not None and (match := FIELD.match(line)):
                field = Field(*match.groups())
                field.optional = field.optional or one_of
                message.append(field)
            elif enum is not None and (match := VALUE.match(line)):
                enum[match[1]] = int(match[2])

    def enum(self, value):
        """The number of an enumeration's value, by its name."""
        return next(values[value] for values in self.enums.values() if value in values)

    # --- Writing ---

    def encode(self, name, message):
        fields = {field.name: field for field in self.messages[name]}
        parts = []
        for key, value in message.items():
            field = fields[key]
            if field.key:
                for entry_key, entry in value.items():
                    inner = self._scalar(1, field.key, entry_key) + self._one(2, field.kind, entry)
                    parts.append(_delimited(field.number, inner))
            elif field.repeated and field.kind not in ("string", "bytes") and field.kind not in self.messages:
                parts.append(_delimited(field.number, b"".join(self._bare(field.kind, one) for one in value)))
            elif field.repeated:
                parts.extend(self._one(field.number, field.kind, one) for one in value)
            else:
                parts.append(self._one(field.number, field.kind, value))
        return b"".join(parts)

    def _one(self, number, kind, value):
        if kind in self.messages:
            return _delimited(number, self.encode(kind, value))
        return self._scalar(number, kind, value)

    def _scalar(self, number, kind, value):
        if kind == "string":
            return _delimited(number, value.encode())
        if kind == "bytes":
            return _delimited(number, value)
        if kind == "double":
            return _varint(number << 3 | FIXED64) + struct.pack("<d", value)
        return _varint(number << 3 | VARINT) + self._bare(kind, value)

    def _bare(self, kind, value):
        if kind == "double":
            return struct.pack("<d", value)
        if kind in SIGNED:
            value = value << 1 if value >= 0 else (-value << 1) - 1
        if isinstance(value, str):
            value = self.enums[kind][value]
        return _varint(int(value) & (1 << 64) - 1)

    # --- Reading ---

    def decode(self, name, data):
        message = {}
        known = self._by_number[name]
        position = 0
        while position < len(data):
            tag, position = _read_varint(data, position)
            value, position = _read_value(data, position, tag & 7)
            field = known.get(tag >> 3)
            if field is None:
                continue
            if field.key:
                entry = self._decode_entry(field, value)
                message.setdefault(field.name, {})[entry[0]] = entry[1]
            elif not field.repeated:
                message[field.name] = self._value(field.kind, value)
            elif tag & 7 == BYTES and field.kind not in ("string", "bytes") and field.kind not in self.messages:
                message.setdefault(field.name, []).extend(self._unpack(field.kind, value))
            else:
                message.setdefault(field.name, []).append(self._value(field.kind, value))
        return message

    def _decode_entry(self, field, data):
        key, value, position = 0, {} if field.kind in self.messages else 0, 0
        while position < len(data):
            tag, position = _read_varint(data, position)
            raw, position = _read_value(data, position, tag & 7)
            if tag >> 3 == 1:
                key = self._value(field.key, raw)
            else:
                value = self._value(field.kind, raw)
        return key, value

    def _unpack(self, kind, data):
        position = 0
        while position < len(data):
            raw, position = _read_value(data, position, FIXED64 if kind == "double" else VARINT)
            yield self._value(kind, raw)

    def _value(self, kind, raw):
        if kind in self.messages:
            return self.decode(kind, raw)
        if kind == "string":
            return raw.decode()
        if kind == "bool":
            return bool(raw)
        if kind == "double":
            return struct.unpack("<d", raw)[0]
        if kind in SIGNED:
            return (raw >> 1) ^ -(raw & 1)
        return raw


def _varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _delimited(number, data):
    return _varint(number << 3 | BYTES) + _varint(len(data)) + data


def _read_varint(data, position):
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, position


def _read_value(data, position, wire):
    if wire == VARINT:
        return _read_varint(data, position)
    if wire == BYTES:
        length, position = _read_varint(data, position)
    else:
        length = 8 if wire == FIXED64 else 4
    return data[position:position + length], position + length
