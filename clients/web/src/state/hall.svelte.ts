// The hall as this page knows it: the connection, who one is, and the tables at which one sits.
import { SvelteMap } from 'svelte/reactivity';
import type { SignIns } from '../gen/wyrmhall/v1/sign_in_pb';
import {
  NoticeKind,
  type Refusal,
  type ServerMessage,
  type SignedIn,
  type Welcome,
} from '../gen/wyrmhall/v1/server_pb';
import type { Remark } from '../gen/wyrmhall/v1/remark_pb';
import { LostSeatReason, TablePhase, type BotLevel, type Player, type Table } from '../gen/wyrmhall/v1/table_pb';
import type { Accusation } from '../trust/accusation';
import { fromUuid, hex, uuid } from '../net/bytes';
import { dialer, type Dial } from '../net/connection';
import { Handshake, seatAt, waitsAlone } from '../trust/handshake';
import type { ProfileStore, KeptIdentity } from '../profile/profile_store';
import { makeUpName } from '../profile/names';
import { Lost, Refused, Session, type Command, type Link, type Stranger } from '../net/session';
import { Choosing } from './choosing.svelte';
import { Conversation } from './conversation.svelte';
import type { MatchPlay } from './match.svelte';
import { Matches } from './matches.svelte';
import { RematchOffers } from './rematch_offers.svelte';
import { isOutdated } from './wanted.svelte';
import type { Options, Part, Wish } from './wish';

const BACK_SHOWN_MS = 3000;

export class Hall {
  private readonly session: Session;
  private readonly shaking = new Set<string>();
  private readonly handshake: Handshake;
  // Those who wait in ensure() until the session is on or has failed.
  private waiting: (() => void)[] = [];
  // The token of who one was when another one was typed.
  private before: string | undefined;

  link = $state<Link>('idle');
  retryAt = $state(0);
  // Shown for a moment after a loss.
  back = $state(false);
  name = $state('');
  account = $state('');
  welcome = $state.raw<Welcome>();
  notice = $state<NoticeKind>(NoticeKind.UNSPECIFIED);
  // Why this page cannot use this server.
  failed = $state.raw<Refusal>();
  // Why the server does not accept this player, until the player decides what to do; empty if it does.
  stranger = $state<Stranger | ''>('');
  // Who one was here before.
  kept = $state.raw<KeptIdentity[]>([]);
  // The server does not know the token that was entered.
  wrongToken = $state(false);
  // By which tokens one can be signed in, once it was asked for.
  signIns = $state.raw<SignIns>();
  // Doing some work that the server asks for before it lets a guest in.
  working = $state(false);
  // The server has another version of this page.
  newer = $state(false);
  readonly tables = new SvelteMap<string, Table>();
  // Where one waits for anybody, and what does not matter there.
  private readonly found = new Map<string, string[]>();
  readonly choosing: Choosing;
  // Tables that the player has left for another one with somebody at it.
  readonly moved = new SvelteMap<string, string>();
  // Tables whose hand-shake this page has stopped, and why.
  readonly accused = new SvelteMap<string, Accusation>();
  // The server signs with another key than it is known by here. No start is taken part in until the person trusts it.
  otherKey = $state('');
  // Tables at which this page has sat down, or was found sitting when it was loaded.
  private readonly seatedHere = new Set<string>();
  readonly matches: Matches;
  readonly rematches = new RematchOffers();
  readonly conversation = new Conversation();
  // Whom one has blocked, once it was asked for or changed.
  blocked = $state.raw<Player[]>([]);

  constructor(
    private readonly profiles: ProfileStore,
    hasHeroes: (game: string) => boolean,
    dial: Dial = dialer(socketAddress()),
    private readonly server = typeof location === 'undefined' ? '' : location.host,
  ) {
    this.handshake = new Handshake(profiles);
    this.choosing = new Choosing(
      (id) => this.tables.get(id),
      (id) => this.chose(id),
      hasHeroes,
    );
    const identity = profiles.identity();
    this.name = identity?.name ?? profiles.plannedName(() => makeUpName());
    this.account = identity?.account ?? '';
    this.kept = profiles.keptIdentities();
    this.session = new Session(dial, profiles, {
      link: (state, retryAt) => this.linkChanged(state, retryAt),
      welcome: (welcome) => this.welcomed(welcome),
      signedIn: (who, again) => this.signedIn(who, again),
      received: (message) => this.received(message),
      notice: ({ kind }) => (this.notice = kind),
      working: (on) => (this.working = on),
      failed: (refusal) => {
        this.failed = refusal;
        this.wake();
      },
      unknown: (why) => {
        this.becameStranger(why);
        this.wake();
      },
    });
    const sits = (id: string): boolean => this.tables.has(id);
    this.matches = new Matches(this.session, profiles, () => this.ensure(), sits);
  }

  get known(): boolean {
    return this.account !== '';
  }
  get plays(): ReadonlyMap<string, MatchPlay> {
    return this.matches.plays;
  }

  // Connects where one is known already.
  start(): void {
    this.session.start(false);
  }
  // Asks what the server offers, where nothing has been heard of it yet.
  meet(): void {
    if (!this.welcome && !this.known && this.stranger === '') this.session.meet();
  }
  tryNow(): void {
    this.session.tryNow();
  }
  // Asks at once whether the server is there, or tries to reach it.
  look(): void {
    this.session.look();
  }

  // Resolves once one is signed in, as a new guest if need be.
  async ensure(): Promise<void> {
    if (this.stranger !== '') throw new Lost();
    // What cannot continue by itself is not tried again unasked.
    if (!this.failed) this.session.start(true);
    while (!this.session.on) {
      if (this.failed) throw new Refused(this.failed);
      if (this.stranger !== '') throw new Lost();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }
  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  async request(command: Command): Promise<ServerMessage['message']> {
    await this.ensure();
    return (await this.session.request(command)).message;
  }

  // --- Who one is ---

  // Under another name. Before the first sign-in nobody needs to be asked.
  async takeName(name: string): Promise<void> {
    if (this.known) {
      await this.request({ case: 'rename', value: { name } });
      return;
    }
    this.profiles.planName(name);
    this.name = name;
  }

  // After the server did not take who one is: it may have been the wrong one, or started on other data.
  tryAgain(): void {
    this.stranger = '';
    this.session.start(false);
  }

  // Signs in as a new guest and puts the player aside. False if too many are stored already.
  comeAsGuest(): boolean {
    return this.become(undefined);
  }

  // Signs in as an earlier player.
  takeBack(identity: KeptIdentity): boolean {
    return this.become(identity);
  }

  forgetKept(identity: KeptIdentity): void {
    this.profiles.forgetKept(identity.token);
    this.kept = this.profiles.keptIdentities();
  }

  // Signs in with a token, 64 hexadecimal digits.
  takeToken(token: string): boolean {
    const kept = this.kept.find((one) => one.token === token.toLowerCase());
    if (kept) return this.takeBack(kept);
    this.before = this.profiles.identity()?.token;
    return this.become({ name: '', account: '', token: token.toLowerCase(), server: this.server });
  }

  private become(identity: KeptIdentity | undefined): boolean {
    if (identity && this.profiles.identity()?.token === identity.token) return true;
    if (!this.profiles.setIdentityAside(this.server)) return false;
    if (identity) {
      this.profiles.saveIdentity({ name: identity.name, token: identity.token, account: identity.account });
      this.profiles.forgetKept(identity.token);
    }
    this.kept = this.profiles.keptIdentities();
    this.name = identity?.name || this.profiles.plannedName(() => makeUpName());
    this.account = identity?.account ?? '';
    this.tables.clear();
    this.choosing.endAll();
    this.seatedHere.clear();
    this.matches.clear();
    this.rematches.begin([]);
    this.blocked = [];
    this.signIns = undefined;
    this.failed = undefined;
    this.stranger = '';
    this.wrongToken = false;
    this.session.restart();
    return true;
  }

  // An unknown token that was entered is dropped: the player before it is back.
  private becameStranger(why: Stranger): void {
    const identity = this.profiles.identity();
    if (!identity || identity.account !== '') {
      this.stranger = why;
      return;
    }
    this.profiles.dropIdentity();
    const [before] = this.kept;
    if (this.before && before?.token === this.before) this.become(before);
    this.wrongToken = true;
  }

  // --- By which tokens one can be signed in ---

  async listSignIns(): Promise<void> {
    await this.request({ case: 'listSignIns', value: {} });
  }
  async signOut(id: Uint8Array): Promise<void> {
    await this.request({ case: 'revokeSignIn', value: { id } });
  }
  async signOutElsewhere(): Promise<void> {
    await this.request({ case: 'revokeOtherSignIns', value: {} });
  }
  // A token for another device, in hexadecimal: told this once.
  async newToken(): Promise<string> {
    const answer = await this.request({ case: 'addSignIn', value: {} });
    if (answer.case !== 'signInAdded') throw new Error('no token');
    void this.listSignIns().catch(() => undefined);
    return hex(answer.value.token);
  }

  // Comes as a guest by an invitation, whose code may be wrong.
  async comeWith(invitation: string): Promise<void> {
    this.profiles.saveInvitation(invitation);
    this.failed = undefined;
    await this.ensure();
  }

  // --- Tables ---

  async openTable(options: Options, hidden: boolean, wish: Omit<Wish, 'any'> = {}): Promise<string> {
    return this.sit({ case: 'openTable', value: { options, hidden, ...wish } });
  }
  async findTable(options: Options, wish: Wish = {}): Promise<string> {
    const table = await this.sit({ case: 'findTable', value: { options, ...wish } });
    this.found.set(table, wish.any ?? []);
    return table;
  }
  async takeSeat(table: string): Promise<string> {
    return this.sit({ case: 'takeSeat', value: { tableId: fromUuid(table)! } });
  }
  async rematch(match: string): Promise<string> {
    return this.sit({ case: 'rematch', value: { matchId: fromUuid(match)! } });
  }
  async leaveTable(table: string): Promise<void> {
    await this.request({ case: 'leaveTable', value: { tableId: fromUuid(table)! } });
    this.tables.delete(table);
  }
  async seatBot(table: string, seat: number, level: BotLevel): Promise<void> {
    await this.request({ case: 'seatBot', value: { tableId: fromUuid(table)!, seat, level } });
  }

  // To the others at a table, or in the match that it has become.
  async say(table: string, remark: Remark): Promise<void> {
    await this.request({ case: 'say', value: { tableId: fromUuid(table)!, remark } });
  }

  // What the own seat brings to a table.
  async setPart(table: string, part: Part): Promise<void> {
    await this.request({ case: 'setPart', value: { tableId: fromUuid(table)!, part } });
  }

  // Opens a table of which all other seats are bots'.
  async playBots(options: Options, level: BotLevel, wish: Omit<Wish, 'any'> = {}): Promise<string> {
    const table = await this.openTable(options, true, wish);
    const seats = this.tables.get(table)?.seats ?? [];
    for (const [seat, { occupant }] of seats.entries()) {
      if (occupant.case === undefined) await this.seatBot(table, seat, level);
    }
    return table;
  }

  // --- Whom one does not want to meet ---

  async block(account: Uint8Array): Promise<void> {
    await this.request({ case: 'blockPlayer', value: { who: { case: 'accountId', value: account } } });
  }
  async unblock(account: Uint8Array): Promise<void> {
    await this.request({ case: 'unblockPlayer', value: { who: { case: 'accountId', value: account } } });
  }
  async listBlocked(): Promise<void> {
    await this.request({ case: 'listBlocked', value: {} });
  }

  private async sit(command: Command): Promise<string> {
    const answer = await this.request(command);
    if (answer.case !== 'tableState') throw new Error('no table');
    const table = uuid(answer.value.tableId);
    this.seatedHere.add(table);
    return table;
  }

  // Whether it is this page that waits at the table, and not only another one of the same player.
  waitsHere(table: string): boolean {
    return this.seatedHere.has(table);
  }

  // --- Matches ---

  play(id: string): MatchPlay {
    return this.matches.play(id);
  }
  leave(id: string): void {
    this.matches.leave(id);
  }

  // --- What comes ---

  private linkChanged(state: Link, retryAt: number): void {
    const wasLost = this.link === 'lost';
    this.link = state;
    this.retryAt = retryAt;
    this.wake();
    if (!wasLost || state !== 'on') return;
    this.back = true;
    setTimeout(() => (this.back = false), BACK_SHOWN_MS);
    void isOutdated().then((newer) => (this.newer ||= newer));
  }

  private signedIn(who: SignedIn, again: boolean): void {
    if (who.player) {
      this.name = who.player.name;
      this.account = uuid(who.player.accountId);
    }
    this.stranger = '';
    this.notice = NoticeKind.UNSPECIFIED;
    this.rematches.begin(who.rematchOffers);
    this.shaking.clear();
    // Before the tables that have become matches meanwhile are forgotten.
    this.matches.signedIn(who.matches);
    if (again) {
      for (const table of this.tables.keys()) {
        if (!who.tables.some(({ tableId }) => uuid(tableId) === table)) this.tables.delete(table);
      }
    }
    for (const table of who.tables) {
      if (!again) this.seatedHere.add(uuid(table.tableId));
      this.tookTable(table);
    }
    if (again) this.findAgain(who.tables);
  }

  // Who else waits for anybody may have come back later than this page, and sit at a table of their own: whoever asks
  // again gets a seat there, or stays.
  private findAgain(tables: Table[]): void {
    for (const table of tables.filter((one) => this.found.has(uuid(one.tableId)) && waitsAlone(one))) {
      const { turnSeconds, absenceSeconds } = table;
      const { part } = table.seats[seatAt(table, this.account)] ?? {};
      const any = this.found.get(uuid(table.tableId)) ?? [];
      void this.findTable(table.options!, { turnSeconds, absenceSeconds, part, any })
        .then((id) => id !== uuid(table.tableId) && this.moved.set(uuid(table.tableId), id))
        .catch(() => undefined);
    }
  }

  private received(received: ServerMessage): void {
    const { message } = received;
    switch (message.case) {
      case 'tableState':
        return this.tookTable(message.value);
      case 'blockedPlayers':
        this.blocked = message.value.players;
        return;
      case 'signIns':
        this.signIns = message.value;
        return;
      case 'renamed':
        this.renamed(message.value.player);
        return;
      case 'rematchOffer':
        return this.rematches.took(message.value);
      case 'said':
        return this.conversation.took(message.value);
      default:
        return this.matches.took(received);
    }
  }

  private renamed(player: Player | undefined): void {
    const identity = this.profiles.identity();
    if (!player || uuid(player.accountId) !== this.account) return;
    this.name = player.name;
    if (identity?.account === this.account) this.profiles.saveIdentity({ ...identity, name: player.name });
  }

  // Keeps the table, and does this seat's part of the hand-shake.
  private tookTable(table: Table): void {
    const id = uuid(table.tableId);
    if (table.phase === TablePhase.CLOSED) {
      // Who has lost the seat is told why.
      this.choosing.end(id);
      if (table.lostSeat === LostSeatReason.UNSPECIFIED) this.tables.delete(id);
      else this.tables.set(id, table);
      return;
    }
    if (!this.tables.has(id)) this.choosing.begin(id, table, this.account);
    this.tables.set(id, table);
    if (this.choosing.has(id)) return this.choosing.goOn(id, table);
    if (this.shaking.has(id)) return;
    if (this.otherKey !== '' || this.accused.has(id)) return;
    const step = this.handshake.next(table, this.account);
    if (step.is === 'accuse') this.accuse(step.accusation);
    if (step.is === 'lookAgain') this.lookAgain(id, step.at);
    if (step.is !== 'send') return;
    this.shaking.add(id);
    const done = () => {
      this.shaking.delete(id);
      const now = this.tables.get(id);
      if (now && now !== table) this.tookTable(now);
    };
    this.session.request(step.command).then(done, () => this.shaking.delete(id));
  }

  // All is chosen at this table: the hand-shake goes on.
  chose(id: string): void {
    if (!this.choosing.end(id)) return;
    const table = this.tables.get(id);
    if (table && this.link === 'on') this.tookTable(table);
  }

  private accuse(accusation: Accusation): void {
    this.accused.set(accusation.match, accusation);
    this.profiles.accusations.save(accusation);
  }

  private welcomed(welcome: Welcome): void {
    this.welcome = welcome;
    const key = hex(welcome.receiptKey);
    this.otherKey = this.profiles.receipts.meet(key, welcome.olderReceiptKeys.map(hex)) === 'other' ? key : '';
  }

  // The key by which the server is known here; empty where it has shown none.
  get pinnedKey(): string {
    return this.profiles.receipts.keys()[0] ?? '';
  }

  trustKey(): void {
    this.profiles.receipts.trust(this.otherKey);
    this.otherKey = '';
    for (const table of this.tables.values()) this.tookTable(table);
  }

  // Judges the table once more, unless it has changed meanwhile.
  private lookAgain(id: string, at: number): void {
    setTimeout(
      () => {
        const now = this.tables.get(id);
        if (now && this.link === 'on') this.tookTable(now);
      },
      Math.max(0, at - Date.now()) + 1,
    );
  }
}

function socketAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
}
