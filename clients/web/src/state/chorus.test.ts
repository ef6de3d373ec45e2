import { expect, test } from 'vitest';
import { Chorus, MOMENT, MOST_VOICES } from './chorus';

interface Heard {
  name: string;
  at: number;
}

// A chorus, and what goes on of all that began in it.
function listen() {
  const chorus = new Chorus();
  const heard: Heard[] = [];
  const join = (name: string, importance: number, at = 0): void =>
    chorus.join(importance, at, () => {
      const voice = { name, at };
      heard.push(voice);
      return () => heard.splice(heard.indexOf(voice), 1);
    });
  return { join, heard, names: () => heard.map(({ name }) => name) };
}

test('a fifth voice within the moment is not begun, and once the moment is over it is', () => {
  const { join, names } = listen();
  for (const name of ['a', 'b', 'c', 'd']) join(name, 1);
  join('late', 1, MOMENT - 0.001);
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  join('later', 1, MOMENT);
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'later']);
});

test('who is more important takes the place of the least important, of equals that of the oldest', () => {
  const { join, names } = listen();
  join('blow', 2, 0);
  join('tick', 0, 0.05);
  join('tock', 0, 0.1);
  join('die', 1, 0.15);
  join('turn', 3, 0.2);
  expect(names()).toEqual(['blow', 'tock', 'die', 'turn']);
  join('other tick', 0, 0.21);
  expect(names()).toEqual(['blow', 'tock', 'die', 'turn']);
});

test('however many come, of any moment no more than four go on, and the most important of them', () => {
  const { join, heard } = listen();
  let number = 7;
  let at = 0;
  for (let i = 0; i < 5000; i++) {
    number = (number * 16807) % 2147483647;
    at += (number % 100) / 1000;
    join(String(i), number % 4, at);
    const moment = heard.filter((voice) => at - voice.at < MOMENT);
    expect(moment.length).toBeLessThanOrEqual(MOST_VOICES);
  }
  for (const { at: from } of heard) {
    const within = heard.filter((voice) => voice.at >= from && voice.at - from < MOMENT);
    expect(within.length).toBeLessThanOrEqual(MOST_VOICES);
  }
});

test('all that a skipped turn has to say at once is its four loudest facts', () => {
  const { join, names } = listen();
  const said = ['energy 0', 'rattle 1', 'land 1', 'land 1', 'hit 2', 'energy 0', 'rattle 1', 'beaten 2', 'turn 3'];
  for (const each of said) join(each, Number(each.split(' ')[1]));
  expect(names()).toEqual(['land 1', 'hit 2', 'beaten 2', 'turn 3']);
});
