import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { RefusalCode, RefusalCodeSchema, RefusalSchema } from '../gen/wyrmhall/v1/server_pb';
import { OWN_FAULTS, refusalText } from './refusal';

const codes = RefusalCodeSchema.values.map(({ number }) => number as RefusalCode).filter((code) => code !== 0);
const said = (code: RefusalCode): string => refusalText(create(RefusalSchema, { code, detail: 'what the log says' }));

test('every refusal has words of its own, but for those that only a fault of the page brings about', () => {
  for (const code of codes) {
    const own = !said(code).includes('what the log says');
    expect(own, RefusalCode[code]).toBe(!OWN_FAULTS.includes(code));
  }
});
