// One match as this client plays or watches it: sends decisions with their links, survives the loss of the connection in
// the middle of them, and holds the server to what it showed and committed to.
import { create } from '@bufbuild/protobuf';
import { RefusalCode, RefusalSchema, type Refusal } from '../gen/wyrmhall/v1/server_pb';
import type { Choices, GameAction } from '../gen/wyrmhall/v1/game_pb';
import type { MatchAbsences, MatchInfo, MatchOpened, MatchUpdate, Odds } from '../gen/wyrmhall/v1/match_pb';
import type { Accusation, Fault } from '../trust/accusation';
import { fromUuid, hex } from '../net/bytes';
import type { Confirmation } from '../trust/confirmation';
import { exported } from '../net/exported';
import { promisedAtEnd } from '../trust/handshake';
import type { ProfileStore } from '../profile/profile_store';
import { OwnChain, type Without } from '../trust/own_chain';
import { Refused, type Session } from '../net/session';
import { Starts } from '../trust/start';
import { Timeline, frameOf, type Frame } from '../net/timeline';
import { ShownMatch } from '../trust/shown';
import { EndCheck } from './end_check.svelte';

// A decision that nobody answers for so long is sent again, with the same id: it counts once however often it comes.
const ANSWER_MS = 10_000;
// What does not fit may have crossed a decision of another tab: it is asked for a second time before anybody is accused.
const LOOK_AGAIN_MS = 400;
// A refusal stands for at least so long; then it goes with whatever happens next.
const REFUSAL_READ_MS = 6000;
// So long a story is taken in before the page may do something else.
const AT_ONCE_MS = 12;

// A decision on its way.
export interface Pending {
  id: bigint;
  version: number;
  action: GameAction;
  // The k of its link; 0 for none.
  link: number;
  // Absent without a chain, and with its last link.
  confirmation: Confirmation | undefined;
  since: number;
  // The connection went before it was answered.
  unsure: boolean;
}

// A seat that the match waits for and whose person has no connection.
export interface Absent {
  seat: number;
  // Milliseconds since 1970, by this device's clock: from then on it can be claimed against.
  claimableAt: number;
}

// A seat whose person has no connection, waited for or not.
export interface Away {
  seat: number;
  // Milliseconds since 1970, by this device's clock.
  since: number;
}

export class MatchPlay {
  private readonly timeline = new Timeline();
  private readonly starts: Starts;
  // To be compared with the record at the end.
  readonly shown = new ShownMatch();
  readonly end: EndCheck;
  private channel = 0;
  private opening: Promise<void> | undefined;
  private telling: Promise<void> | undefined;
  private readonly chain: OwnChain;
  // The last of our links that the server had when the match was opened.
  private lastLink: Uint8Array = new Uint8Array();
  private lookingAgain: Promise<void> | undefined;
  private preparing = false;
  private wrongLinks = 0;
  // The decision that waits for the person's word.
  private wanted: GameAction | undefined;

  info = $state.raw<MatchInfo>();
  // -1 for a spectator.
  seat = $state(-1);
  frames = $state.raw<readonly Frame[]>([]);
  choices = $state.raw<Choices>();
  deadline = $state<number>();
  absent = $state.raw<readonly Absent[]>([]);
  away = $state.raw<readonly Away[]>([]);
  pending = $state.raw<Pending>();
  // The refusal of the last decision, until the next, or until it has been read and the match goes on.
  refusal = $state.raw<Refusal>();
  private refusedAt = 0;
  // Why the match cannot be shown.
  missing = $state.raw<Refusal>();
  accusation = $state.raw<Accusation>();
  // Whether to go on without a chain is asked of the person.
  asking = $state<Without>();
  // How the last loss ended for a decision that was on its way.
  confirmed = $state<'arrived' | 'sentNow'>();
  // How many steps came with the last return.
  caughtUp = $state(0);

  constructor(
    // A UUID.
    readonly id: string,
    private readonly session: Session,
    private readonly profiles: ProfileStore,
    // Only glanced at: as it stands. What came before, and what is signed at its end, is left with the server.
    private glanced = false,
  ) {
    this.starts = new Starts(profiles.receipts);
    this.chain = new OwnChain(profiles.secrets, id);
    this.accusation = profiles.accusations.of(id);
    const seat = (): number => this.seat;
    this.end = new EndCheck(session, profiles, {
      id,
      get seat() {
        return seat();
      },
      shown: this.shown,
      told: () => this.telling ?? Promise.resolve(),
      closing: () => this.info && this.chain.closing(this.info, this.seat, this.lastLink),
      accuse: (accusation) => this.hold(accusation),
    });
  }

  get last(): Frame | undefined {
    return this.frames.at(-1);
  }
  get over(): boolean {
    return this.last?.outcome !== undefined;
  }
  get myTurn(): boolean {
    const offered = (this.choices?.choices.length ?? 0) + (this.choices?.forms.length ?? 0);
    return !this.over && this.seat >= 0 && offered > 0;
  }
  get opened(): boolean {
    return this.info !== undefined && this.frames.length > 0;
  }
  get complete(): boolean {
    return this.frames[0]?.version === 0;
  }

  // --- What comes from the server ---

  // Asks for the match, or for the missing part of it.
  open(): Promise<void> {
    this.opening ??= this.askToOpen().finally(() => (this.opening = undefined));
    return this.opening;
  }

  get beingOpened(): boolean {
    return this.opening !== undefined;
  }

  private async askToOpen(): Promise<void> {
    const matchId = fromUuid(this.id);
    if (!matchId) return;
    const have = this.timeline.last?.version;
    try {
      const opened = this.session.request({
        case: 'openMatch',
        value: { matchId, ...(have === undefined ? {} : { haveVersion: BigInt(have) }) },
      });
      this.chain.prepare();
      await opened;
    } catch (error) {
      // After a loss the return opens it again.
      if (error instanceof Refused) this.missing = error.refusal;
    }
  }

  // A page shows it from now on.
  tellAll(): void {
    if (!this.glanced) return;
    this.glanced = false;
    if (!this.opened) return;
    this.show();
    this.tellStory();
  }

  // A player is never a mere onlooker: the end of their match is checked wherever they are.
  private get told(): boolean {
    return !this.glanced || this.seat >= 0;
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
    // Those who are, are told next.
    this.absent = [];
    this.away = [];
    let lastLink: Uint8Array = new Uint8Array();
    for (const update of opened.updates) {
      if (update.lastLink.length > 0) lastLink = update.lastLink;
      this.shown.step(update);
      const fit = this.timeline.take(update, true);
      if (fit === 'gap') this.accuse('older');
    }
    const end = opened.updates.at(-1)?.version;
    if (end !== undefined && Number(end) < before) this.accuse('older');
    this.lastLink = lastLink;
    if (again) this.caughtUp = Math.max(0, Number(end ?? 0) - before);
    this.show();
    if (opened.info) this.judge(opened.info, lastLink);
    this.tellStory();
    if (this.pending) this.sendPending();
  }

  took(update: MatchUpdate, answerTo: bigint): void {
    const answered = this.pending !== undefined && answerTo === this.pending.id;
    const wasAsked = this.timeline.choices !== undefined;
    this.shown.step(update);
    if (Date.now() - this.refusedAt > REFUSAL_READ_MS) this.refusal = undefined;
    if (answered && this.pending) {
      const { id, version: answers, confirmation } = this.pending;
      this.shown.acted({
        id,
        answers,
        // A snapshot stands for several steps.
        ...(!update.snapshot && { ledTo: Number(update.version) }),
        ...(confirmation && { decision: confirmation.decision, confirmation: hex(confirmation.code) }),
      });
      if (this.pending.link > 0) this.chain.links?.taken(this.pending.link);
      if (this.pending.unsure) this.confirmed = update.diff ? 'sentNow' : 'arrived';
      this.pending = undefined;
      this.wrongLinks = 0;
    } else if (wasAsked) {
      this.chain.stale = true;
    }
    const fit = this.timeline.take(update, answerTo !== 0n);
    if (fit === 'older') this.accuse('older');
    if (fit === 'gap') void this.open();
    this.show();
    // A snapshot stands for several messages that did not fit: what was between can be told.
    if (fit === 'new' && update.snapshot) {
      this.tellStory();
      if (this.pending) this.sendPending();
    }
  }

  tookAbsences({ seats, away }: MatchAbsences): void {
    const now = Date.now();
    this.away = away.map(({ seat, awayMs }) => ({ seat, since: now - awayMs }));
    this.absent = seats.map(({ seat, claimableInMs }) => ({ seat, claimableAt: now + claimableInMs }));
  }

  private show(): void {
    this.frames = this.timeline.frames;
    this.choices = this.timeline.choices;
    this.deadline = this.timeline.deadline;
    const seed = this.timeline.serverSeed;
    if (seed && this.info && promisedAtEnd(this.info.serverCommitment, seed) !== 'kept') this.accuse('otherSeed');
    if (this.over && seed && this.told) void this.end.begin();
  }

  // The first fault counts: later ones may only be its consequences.
  private accuse(fault: Fault, seen: Record<string, string> = {}): void {
    const kept = this.profiles.receipts.last(this.id);
    const statements = kept ? [kept.start] : [];
    this.hold({ fault, match: this.id, statements, seat: this.seat, links: [], seen });
  }

  private hold(accusation: Accusation): void {
    if (this.accusation) return;
    this.accusation = { ...accusation, links: this.chain.links?.allShown() ?? [] };
    this.profiles.accusations.save(this.accusation);
  }

  // Whether the start is the one that was signed, and what the server says of this seat's chain fits what was shown here.
  private judge(info: MatchInfo, lastLink: Uint8Array): void {
    if (this.seat < 0 || this.over) return;
    const bent = this.starts.atMatch(info, this.seat, Date.now());
    if (bent) this.hold(bent);
    const fault = this.chain.opened(info, this.seat, lastLink);
    if (fault) this.accuse(fault, { lastLink: hex(lastLink) });
    if (!this.chain.stale) return;
    this.lookingAgain ??= new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
      .then(() => this.open())
      .finally(() => (this.lookingAgain = undefined));
  }

  // The server says with the match which link it has.
  private async upToDate(): Promise<boolean> {
    for (let look = 0; look < 2 && this.chain.stale; look++) await (this.lookingAgain ?? this.open());
    return !this.chain.stale;
  }

  // Fills the timeline from the start, so that the log and the replay have all of it.
  private tellStory(): void {
    if (this.told && !this.timeline.complete)
      this.telling ??= this.askStory().finally(() => (this.telling = undefined));
  }

  private async askStory(): Promise<void> {
    const story: Frame[] = [];
    try {
      let since: bigint | undefined = 0n;
      let begun = performance.now();
      while (since !== undefined) {
        const command = { case: 'askStory', value: { channel: this.channel, sinceVersion: since } } as const;
        const { message } = await this.session.request(command);
        if (message.case !== 'story') break;
        const { updates, continueFrom } = message.value;
        for (const update of updates) {
          if (performance.now() - begun > AT_ONCE_MS) {
            await new Promise((resolve) => setTimeout(resolve));
            begun = performance.now();
          }
          this.shown.step(update);
          story.push(frameOf(update, story.at(-1)));
        }
        since = updates.length > 0 ? continueFrom : undefined;
      }
      this.timeline.tell(story);
      this.show();
    } catch {
      // The board stands without it; the next opening asks again.
    }
  }

  // --- Deciding ---

  async act(action: GameAction): Promise<void> {
    if (this.pending || this.preparing || this.asking || !this.myTurn) return;
    this.refusal = undefined;
    this.confirmed = undefined;
    const version = this.timeline.last?.version ?? 0;
    if (this.chain.stale) {
      this.preparing = true;
      const known = await this.upToDate();
      this.preparing = false;
      if (this.timeline.last?.version !== version || !known) return;
    }
    const link = this.chain.next();
    if (typeof link !== 'number') return this.ask(link, action);
    const confirmation = this.chain.confirm(link, version, action, this.timeline.choices);
    const id = this.session.freshId();
    this.pending = { id, version, action, link, confirmation, since: Date.now(), unsure: false };
    this.sendPending();
  }

  private ask(why: Without, action: GameAction): void {
    this.asking = why;
    this.wanted = action;
  }

  // The person's answer: whether this seat goes on without its chain for the rest of the match.
  async answerAsked(goOn: boolean): Promise<void> {
    const action = this.wanted;
    this.asking = undefined;
    this.wanted = undefined;
    if (!goOn) return;
    this.profiles.secrets.agreeWithout(this.id);
    if (action) await this.act(action);
  }

  private sendPending(): void {
    const pending = this.pending;
    if (!pending) return;
    const { links } = this.chain;
    if (pending.link > 0) links?.sending(pending.link, String(pending.id));
    const link = pending.link > 0 ? (links?.at(pending.link) ?? new Uint8Array()) : new Uint8Array();
    const { action, confirmation } = pending;
    const value = {
      channel: this.channel,
      version: BigInt(pending.version),
      action,
      link,
      chainLost: pending.link === 0,
      ...(confirmation && { confirmation: confirmation.code, choice: confirmation.choice }),
    };
    this.session.request({ case: 'act', value }, pending.id).catch((error: unknown) => {
      if (this.pending?.id !== pending.id) return;
      if (error instanceof Refused) this.refused(error.refusal);
      else this.pending = { ...this.pending, unsure: true };
    });
    setTimeout(() => {
      if (this.pending?.id === pending.id && this.session.on && !this.opening) this.sendPending();
    }, ANSWER_MS);
  }

  private refuse(refusal: Refusal): void {
    this.refusal = refusal;
    this.refusedAt = Date.now();
  }

  // Nothing was done, and the link counts as unused: the next try carries the same one.
  private async refused(refusal: Refusal): Promise<void> {
    const pending = this.pending;
    this.pending = undefined;
    // A channel that is gone says nothing of the decision itself.
    if (pending && refusal.code !== RefusalCode.CHANNEL_UNKNOWN) this.chain.links?.refused(String(pending.id));
    switch (refusal.code) {
      case RefusalCode.ILLEGAL: {
        // Where several decide at once, such as in a vote, another's decision may have come before this one and left
        // something else to decide.
        const late = pending !== undefined && Number(refusal.version ?? 0n) > pending.version;
        this.refuse(late ? create(RefusalSchema, { code: RefusalCode.STALE }) : refusal);
        return;
      }
      case RefusalCode.CHANNEL_UNKNOWN:
        // Closed by the server meanwhile; the decision still stands if the match does.
        await this.open();
        if (pending && this.timeline.last?.version === pending.version) return this.act(pending.action);
        return;
      case RefusalCode.WRONG_LINK:
        return this.wrongLink(refusal, pending);
      case RefusalCode.STALE:
      case RefusalCode.NOT_YOUR_TURN:
      case RefusalCode.MATCH_OVER:
        this.refuse(refusal);
        return this.open();
      default:
        this.refuse(refusal);
    }
  }

  // Another tab used it, and the server says which link it has now; or a right one is refused.
  private async wrongLink(refusal: Refusal, pending: Pending | undefined): Promise<void> {
    this.chain.stale = true;
    await this.upToDate();
    if (!pending || this.timeline.last?.version !== pending.version) {
      this.refuse(refusal);
      return;
    }
    if (this.chain.links?.next === pending.link && ++this.wrongLinks > 1) {
      this.wrongLinks = 0;
      this.accuse('linkRefused');
      return this.ask('refused', pending.action);
    }
    return this.act(pending.action);
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
      if (error instanceof Refused) this.refuse(error.refusal);
    }
  }

  // Ends the waiting for somebody who has been away for too long.
  async claimAbsence(): Promise<void> {
    try {
      await this.session.request({ case: 'claimAbsence', value: { channel: this.channel } });
    } catch (error) {
      if (error instanceof Refused) this.refuse(error.refusal);
    }
  }

  // The record of the match, once it is over.
  record(): Promise<string> {
    return exported(this.session, this.id);
  }

  async close(): Promise<void> {
    if (this.session.on && this.opened)
      await this.session.request({ case: 'closeMatch', value: { channel: this.channel } });
  }
}
