// Choices as their readers want them: what the protocol writes short is written out.
import { create } from '@bufbuild/protobuf';
import {
  ChoiceSchema,
  ChoicesSchema,
  FormSchema,
  type Choice,
  type Choices,
  type Form,
  type FormPart,
} from '../gen/wyrmhall/v1/game_pb';
import type { Sentence } from '../gen/wyrmhall/v1/sentence_pb';

// A server writes no long list: one with more than this stays a form.
const MOST_LISTED = 256;

const said = (sentence: Sentence, more: readonly number[]): Sentence => ({
  ...sentence,
  arguments: [...sentence.arguments, ...more],
});

// Each filling: every value of a part with every one of those behind it.
const fillingsOf = (form: Form): number[][] =>
  form.parts.reduce<number[][]>(
    (all, { values }) => all.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  );

const isList = (form: Form): boolean =>
  form.listed && form.parts.reduce((count, { values }) => count * values.length, 1) <= MOST_LISTED;

function choicesOf(form: Form): Choice[] {
  const { number, sentence, on, group } = form;
  return fillingsOf(form).map((values) =>
    create(ChoiceSchema, {
      action: { game: { case: 'form', value: { number, values } } },
      ...(sentence && { sentence: said(sentence, values) }),
      on,
      group,
    }),
  );
}

const membersOf = (set: number): number[] => [...Array(8).keys()].filter((i) => ((set >> i) & 1) === 1);

const meaningsOf = ({ values, meanings, meaning, members }: FormPart): Sentence[] => {
  if (meaning) return values.map((value) => said(meaning, [value]));
  if (members) return values.map((value) => said(members, membersOf(value)));
  return meanings;
};

// Each form that is a list becomes choices, behind the others, and where a part says once what its values mean, each of
// them does.
export function spelledOut(choices: Choices): Choices {
  const forms = choices.forms
    .filter((form) => !isList(form))
    .map((form) =>
      create(FormSchema, { ...form, parts: form.parts.map((part) => ({ ...part, meanings: meaningsOf(part) })) }),
    );
  const listed = choices.forms.filter(isList).flatMap(choicesOf);
  return create(ChoicesSchema, { ...choices, choices: [...choices.choices, ...listed], forms });
}
