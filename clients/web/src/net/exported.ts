// The record of a finished match, as the server exports it in parts: JSON in UTF-8.
import { fromUuid } from './bytes';
import type { Session } from './session';

export async function exported(session: Session, match: string): Promise<string> {
  const matchId = fromUuid(match)!;
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (;;) {
    const { message } = await session.request({ case: 'export', value: { matchId, offset: BigInt(offset) } });
    if (message.case !== 'record') throw new Error('no record');
    parts.push(message.value.data);
    offset += message.value.data.length;
    if (message.value.data.length === 0 || offset >= Number(message.value.total)) break;
  }
  return new TextDecoder().decode(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
}
