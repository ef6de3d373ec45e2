// One match as this client plays or watches it: sends decisions with their links, survives the loss of the connection in
// the middle of them, and holds the server to what it showed and promised.
import { RefusalCode, type Refusal } from '../gen/wyrmhall/v1/server_pb';
import type { Choices, GameAction } from '../gen/wyrmhall/v1/game_pb';
import type { MatchInfo, MatchOpened, MatchUpdate, Odds } from '../gen/wyrmhall/v1/match_pb';
import { fromUuid, uuid } from '../net/bytes';
import { CHAIN_LENGTH, Chain } from '../net/chain';
import { promisedAtEnd, promisedAtStart } from '../net/handshake';
import type { Keep, KeptChain } from '../net/keep';
import { Refused, type Session } from '../net/session';
import { Timeline, type Frame } from '../net/timeline';

// A decision that nobody answers for so long is sent again, with the same id: it counts once however often it comes.
const ANSWER_MS = 10_000;

// A decision on its way.
export interface Pending {
  id: bigint;
  version: number;
  action: GameAction;
  // The k of its link; 0 for none.
  link: number;
  since: number;
  // The connection went before it was answered.
  unsure: boolean;
}

// What must never happen, and did.
export type Accusation = 'otherSeed' | 'otherSecret' | 'older';

export class MatchPlay {
  private readonly timeline = new Timeline();
  private channel = 0;
  private opening: Promise<void> | undefined;
  private tellingStory = false;
  private chain: Chain | undefined;
  private promised: KeptChain | undefined;
  // The k of the last link that the server has.
  private position = 0;
  // Another tab of this player may have used links since.
  private positionStale = false;
  private preparing = false;
  private wrongLinks = 0;

  info = $state.raw<MatchInfo>();
  // -1 for a spectator.
  seat = $state(-1);
  frames = $state.raw<readonly Frame[]>([]);
  choices = $state.raw<Choices>();
  deadline = $state<number>();
  pending = $state.raw<Pending>();
  // Of the last decision, until the next.
  refusal = $state.raw<Refusal>();
  // Why the match cannot be shown.
  missing = $state.raw<Refusal>();
  accusation = $state<Accusation>();
  // How the last loss ended for a decision that was on its way.
  confirmed = $state<'arrived' | 'sentNow'>();
  // How many steps came with the last return.
  caughtUp = $state(0);

  constructor(
    // A UUID.
    readonly id: string,
    private readonly session: Session,
    private readonly keep: Keep,
  ) {}

  get last(): Frame | undefined {
    return this.frames.at(-1);
  }
  get over(): boolean {
    return this.last?.outcome !== undefined;
  }
  get myTurn(): boolean {
    return !this.over && this.seat >= 0 && (this.choices?.choices.length ?? 0) > 0;
  }
  get opened(): boolean {
    return this.info !== undefined && this.frames.length > 0;
  }
  get complete(): boolean {
    return this.frames[0]?.version === 0;
  }

  // --- What comes from the server ---

  // Asks for the match, or for what is missing of it.
  open(): Promise<void> {
    this.opening ??= this.askToOpen().finally(() => (this.opening = undefined));
    return this.opening;
  }

  private async askToOpen(): Promise<void> {
    const matchId = fromUuid(this.id);
    if (!matchId) return;
    const have = this.timeline.last?.version;
    try {
      await this.session.request({
        case: 'openMatch',
        value: { matchId, ...(have === undefined ? {} : { haveVersion: BigInt(have) }) },
      });
    } catch (error) {
      // After a loss the return opens it again.
      if (error instanceof Refused) this.missing = error.refusal;
    }
  }

  isOn(channel: number): boolean {
    return this.channel === channel && this.info !== undefined;
  }

  tookOpened(opened: MatchOpened): void {
    const again = this.opened;
    const before = this.timeline.last?.version ?? 0;
    this.channel = opened.channel;
    this.info = opened.info;
    this.seat = opened.seat;
    this.missing = undefined;
    let lastLink: Uint8Array = new Uint8Array();
    for (const update of opened.updates) {
      if (update.lastLink.length > 0) lastLink = update.lastLink;
      const fit = this.timeline.take(update, true);
      if (fit === 'gap') this.accusation ??= 'older';
    }
    const end = opened.updates.at(-1)?.version;
    if (end !== undefined && Number(end) < before) this.accusation ??= 'older';
    if (again) this.caughtUp = Math.max(0, Number(end ?? 0) - before);
    this.findChain(lastLink);
    this.show();
    this.tellStory();
    if (this.pending) this.sendPending();
  }

  took(update: MatchUpdate, answerTo: bigint): void {
    const answered = this.pending !== undefined && answerTo === this.pending.id;
    const wasAsked = this.timeline.choices !== undefined;
    if (answered && this.pending) {
      if (this.pending.link > 0) this.position = this.pending.link;
      if (this.pending.unsure) this.confirmed = update.diff ? 'sentNow' : 'arrived';
      this.pending = undefined;
      this.wrongLinks = 0;
    } else if (wasAsked) {
      this.positionStale = true;
    }
    const fit = this.timeline.take(update, answerTo !== 0n);
    if (fit === 'older') this.accusation ??= 'older';
    if (fit === 'gap') void this.open();
    this.show();
    // A snapshot stands for several messages that did not fit: what was between can be told.
    if (fit === 'new' && update.snapshot) {
      this.tellStory();
      if (this.pending) this.sendPending();
    }
  }

  private show(): void {
    this.frames = this.timeline.frames;
    this.choices = this.timeline.choices;
    this.deadline = this.timeline.deadline;
    const seed = this.timeline.serverSeed;
    if (seed && this.info && promisedAtEnd(this.info.serverCommitment, seed) !== 'kept')
      this.accusation ??= 'otherSeed';
    if (this.over && this.promised) {
      this.keep.dropChain(this.id);
      this.promised = undefined;
    }
  }

  // Which link is next follows from the last one that the server has.
  private findChain(lastLink: Uint8Array): void {
    if (this.seat < 0 || !this.info) return;
    const kept = this.keep.chain(this.id);
    if (kept && !this.promised) {
      this.promised = kept;
      const promised = promisedAtStart(kept, this.info);
      if (promised !== 'kept') this.accusation ??= promised;
    }
    if (kept && this.wrongLinks < 2) this.chain ??= new Chain(kept.root);
    const found = this.chain?.find(lastLink) ?? -1;
    if (found < 0) this.chain = undefined;
    this.position = Math.max(0, found);
    this.positionStale = false;
  }

  // Fills the timeline from the start, so that the log and the replay have all of it.
  private async tellStory(): Promise<void> {
    if (this.tellingStory || this.timeline.complete) return;
    this.tellingStory = true;
    const updates: MatchUpdate[] = [];
    try {
      let since: bigint | undefined = 0n;
      while (since !== undefined) {
        const command = { case: 'askStory', value: { channel: this.channel, sinceVersion: since } } as const;
        const { message } = await this.session.request(command);
        if (message.case !== 'story') break;
        updates.push(...message.value.updates);
        since = message.value.updates.length > 0 ? message.value.continueFrom : undefined;
      }
      this.timeline.tell(updates);
      this.show();
    } catch {
      // The board stands without it; the next opening asks again.
    } finally {
      this.tellingStory = false;
    }
  }

  // --- Deciding ---

  async act(action: GameAction): Promise<void> {
    if (this.pending || this.preparing || !this.myTurn) return;
    this.refusal = undefined;
    this.confirmed = undefined;
    const version = this.timeline.last?.version ?? 0;
    if (this.positionStale) {
      // The server says with the match which link it has.
      this.preparing = true;
      await this.open();
      this.preparing = false;
      if (this.timeline.last?.version !== version || this.positionStale) return;
    }
    const link = this.chain && this.position < CHAIN_LENGTH ? this.position + 1 : 0;
    this.pending = { id: this.session.freshId(), version, action, link, since: Date.now(), unsure: false };
    this.sendPending();
  }

  private sendPending(): void {
    const pending = this.pending;
    if (!pending) return;
    const link = pending.link > 0 && this.chain ? { link: this.chain.at(pending.link) } : { chainLost: true };
    const value = { channel: this.channel, version: BigInt(pending.version), action: pending.action, ...link };
    this.session.request({ case: 'act', value }, pending.id).catch((error: unknown) => {
      if (this.pending?.id !== pending.id) return;
      if (error instanceof Refused) this.refused(error.refusal);
      else this.pending = { ...this.pending, unsure: true };
    });
    setTimeout(() => {
      if (this.pending?.id === pending.id && this.session.on && !this.opening) this.sendPending();
    }, ANSWER_MS);
  }

  // Nothing was done, and the link counts as unused: the next try carries the same one.
  private async refused(refusal: Refusal): Promise<void> {
    const pending = this.pending;
    this.pending = undefined;
    switch (refusal.code) {
      case RefusalCode.CHANNEL_UNKNOWN:
        // Closed by the server meanwhile; the decision still stands if the match does.
        await this.open();
        if (pending && this.timeline.last?.version === pending.version) return this.act(pending.action);
        return;
      case RefusalCode.WRONG_LINK:
        // Another tab used it, or the chain is of no more use: the server says which link it has.
        if (++this.wrongLinks > 1) this.chain = undefined;
        await this.open();
        if (pending && this.timeline.last?.version === pending.version) return this.act(pending.action);
        this.refusal = refusal;
        return;
      case RefusalCode.STALE:
      case RefusalCode.NOT_YOUR_TURN:
      case RefusalCode.MATCH_OVER:
        this.refusal = refusal;
        return this.open();
      default:
        this.refusal = refusal;
    }
  }

  async odds(action: GameAction): Promise<Odds | undefined> {
    const version = BigInt(this.timeline.last?.version ?? 0);
    try {
      const { message } = await this.session.request({
        case: 'askOdds',
        value: { channel: this.channel, version, action },
      });
      return message.case === 'odds' ? message.value : undefined;
    } catch {
      return undefined;
    }
  }

  async resign(): Promise<void> {
    try {
      await this.session.request({ case: 'resign', value: { channel: this.channel } });
    } catch (error) {
      if (error instanceof Refused) this.refusal = error.refusal;
    }
  }

  // The record of the match, once it is over: JSON in UTF-8.
  async record(): Promise<string> {
    const matchId = fromUuid(this.id)!;
    const parts: Uint8Array[] = [];
    let offset = 0;
    for (;;) {
      const { message } = await this.session.request({ case: 'export', value: { matchId, offset: BigInt(offset) } });
      if (message.case !== 'record') throw new Error('no record');
      parts.push(message.value.data);
      offset += message.value.data.length;
      if (message.value.data.length === 0 || offset >= Number(message.value.total)) break;
    }
    return new TextDecoder().decode(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
  }

  async close(): Promise<void> {
    if (this.session.on) await this.session.request({ case: 'closeMatch', value: { channel: this.channel } });
  }

  is(bytes: Uint8Array): boolean {
    return uuid(bytes) === this.id;
  }
}
