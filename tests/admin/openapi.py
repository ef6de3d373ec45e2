"""Holds answers against the OpenAPI document."""

import json
import re

import jsonschema


class Document:
    def __init__(self, document):
        self.document = document
        self.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        }

    def resolve(self, node):
        while isinstance(node, dict) and "$ref" in node:
            found = self.document
            for part in node["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            node = found
        return node

    def parameters(self, operation):
        return [self.resolve(parameter) for parameter in operation.get("parameters", [])]

    def find(self, method, target):
        """The operation of a request; None where the document has none."""
        path = target.split("?")[0]
        for method_there, template, operation in self.operations.values():
            pattern = re.sub(r"\{\w+\}", "[^/]+", re.escape(template).replace(r"\{", "{").replace(r"\}", "}"))
            if method_there == method and re.fullmatch(pattern, path):
                return operation
        return None

    def check(self, operation, reply):
        """The reply's status, type and body are as the document says; otherwise an AssertionError."""
        name = operation["operationId"]
        documented = operation["responses"].get(str(reply.status))
        assert documented is not None, f"{name}: {reply.status} is not documented: {reply.text[:300]}"
        content = self.resolve(documented).get("content")
        if not content:
            assert reply.bytes == b"", f"{name}: a body that is not documented"
            return
        assert reply.type in content, f"{name}: {reply.status} is {reply.type}"
        if not reply.type.endswith("json"):
            return
        self.validate(content[reply.type]["schema"], reply.json, name)

    def validate(self, schema, value, name):
        whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": self.document["components"],
                 **schema}
        errors = list(jsonschema.Draft202012Validator(whole).iter_errors(value))
        assert not errors, f"{name}: {errors[0].message[:300]} at {list(errors[0].absolute_path)}"

    def check_itself(self):
        assert self.document["openapi"].startswith("3.1")
        for name, schema in self.document["components"]["schemas"].items():
            jsonschema.Draft202012Validator.check_schema(schema)
            assert name
        text = json.dumps(self.document)
        for reference in set(re.findall(r'"\$ref": "([^"]+)"', text)):
            assert self.resolve({"$ref": reference}) is not None, reference
        for _, path, operation in self.operations.values():
            named = set(re.findall(r"\{(\w+)\}", path))
            assert named == {p["name"] for p in self.parameters(operation) if p["in"] == "path"}, path
