// The record of a finished match, as the server exports it in parts: JSON in UTF-8.
import { fromUuid } from './bytes';
import type { Session } from './session';

// A longer record is none of any game there is.
const MOST_BYTES = 64 << 20;
// The seats of a match: each closes its chain once.
const MOST_SEATS = 8;

// Fails where it does not come whole.
export async function exported(session: Session, match: string): Promise<string> {
  const matchId = fromUuid(match)!;
  let parts: Uint8Array[] = [];
  let offset = 0;
  let whole = 0n;
  let anew = 0;
  for (;;) {
    const value = { matchId, offset: BigInt(offset), withClosingLinks: true };
    const { message } = await session.request({ case: 'export', value });
    if (message.case !== 'record') throw new Error('no record');
    const { data, total } = message.value;
    if (data.length === 0 || total > MOST_BYTES) throw new Error('not a whole record');
    if (offset > 0 && total !== whole) {
      // Another seat has closed its chain meanwhile: what has come so far is of the record before that.
      if (++anew > MOST_SEATS) throw new Error('another record each time');
      parts = [];
      offset = 0;
      continue;
    }
    whole = total;
    parts.push(data);
    offset += data.length;
    if (offset >= Number(total)) break;
  }
  return new TextDecoder().decode(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
}
