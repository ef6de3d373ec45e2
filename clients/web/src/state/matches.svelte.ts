// The matches that this page has open, and which of this player's are running: as the server said at the sign-in, and as
// they begin and end from then on.
import { create } from '@bufbuild/protobuf';
import { SvelteMap } from 'svelte/reactivity';
import { MatchSummarySchema, type MatchOpened, type MatchSummary } from '../gen/wyrmhall/v1/match_pb';
import type { ServerMessage } from '../gen/wyrmhall/v1/server_pb';
import { uuid } from '../net/bytes';
import { openEnds } from '../profile/open_ends';
import type { ProfileStore } from '../profile/profile_store';
import type { Session } from '../net/session';
import { MatchPlay } from './match.svelte';

// Running matches that are opened by themselves, to know whose turn it is there.
const MATCHES_OPENED = 8;
// With this number open, no more are opened for a glance. A server lets one connection have 32, and an account watch 100.
const GLANCED_UP_TO = 20;
// After the sign-in, so that what the person wants comes first.
const ENDS_AFTER_MS = 3000;

export class Matches {
  readonly plays = new SvelteMap<string, MatchPlay>();
  // The newest first.
  running = $state.raw<readonly MatchSummary[]>([]);
  // Those that have begun at a table of this player's while the page was open, until begunSeen().
  begun = $state.raw<readonly string[]>([]);
  // By pages, and by tiles that show how a match stands.
  private readonly held = new Set<string>();
  private readonly glances = new Map<string, number>();
  // Those whose ends were missed are looked for once.
  private seesToEnds = false;

  constructor(
    private readonly session: Session,
    private readonly profiles: ProfileStore,
    // Resolves once one is signed in.
    private readonly ensure: () => Promise<void>,
    // Whether this player sits at the table that the match is set up at, as far as this page knows.
    private readonly awaited: (id: string) => boolean,
  ) {}

  // How many wait for this player.
  get myTurns(): number {
    return [...this.plays.values()].filter((play) => play.myTurn).length;
  }

  // The match; asks for it if it is not open yet.
  play(id: string): MatchPlay {
    this.held.add(id);
    const play = this.opened(id);
    play.tellAll();
    return play;
  }

  // A match that is only watched, or is over, need not stay open.
  leave(id: string): void {
    this.held.delete(id);
    const play = this.plays.get(id);
    if (play && (play.seat < 0 || play.over)) this.close(play);
  }

  // The match as it stands, for a tile; undefined where enough are open. Each is ended by endGlance().
  glance(id: string): MatchPlay | undefined {
    if (!this.plays.has(id) && this.plays.size >= GLANCED_UP_TO) return undefined;
    this.glances.set(id, (this.glances.get(id) ?? 0) + 1);
    return this.opened(id, true);
  }

  endGlance(id: string): void {
    const left = (this.glances.get(id) ?? 0) - 1;
    if (left > 0) this.glances.set(id, left);
    else this.glances.delete(id);
    const play = this.plays.get(id);
    if (play && play.seat < 0) this.close(play);
  }

  private opened(id: string, glanced = false): MatchPlay {
    const known = this.plays.get(id);
    if (known) return known;
    const play = new MatchPlay(id, this.session, this.profiles, glanced);
    this.plays.set(id, play);
    void this.ensure().then(() => {
      if (!play.opened && this.plays.get(id) === play) void play.open();
    });
    return play;
  }

  // Unless it is wanted elsewhere. What is still being opened is closed once it is open, or it would stay so.
  private close(play: MatchPlay): void {
    const { id } = play;
    if (this.held.has(id) || this.glances.has(id) || this.plays.get(id) !== play) return;
    if (play.beingOpened) return void play.open().then(() => this.close(play));
    this.plays.delete(id);
    play.close().catch(() => undefined);
  }

  clear(): void {
    this.plays.clear();
    this.held.clear();
    this.running = [];
    this.begun = [];
    this.seesToEnds = false;
  }

  begunSeen(id: string): void {
    this.begun = this.begun.filter((one) => one !== id);
  }

  // What was said at the sign-in.
  signedIn(running: readonly MatchSummary[]): void {
    for (const id of running.map(({ matchId }) => uuid(matchId))) this.begins(id);
    this.running = running;
    for (const play of this.plays.values()) void play.open();
    for (const { matchId } of running.slice(0, MATCHES_OPENED)) this.opened(uuid(matchId));
    if (this.seesToEnds) return;
    this.seesToEnds = true;
    setTimeout(() => void this.seeToEnds(), ENDS_AFTER_MS);
  }

  // Matches that ended without this browser: it asks for what is signed of them and closes their chains, one by one.
  private async seeToEnds(): Promise<void> {
    for (const id of openEnds(this.profiles)) {
      if (!this.session.on) return;
      if (this.plays.has(id) || this.isRunning(id) || this.awaited(id)) continue;
      const play = this.opened(id);
      await play.open();
      if (play.over) await play.end.begin();
      this.close(play);
    }
  }

  took({ message, answerTo }: ServerMessage): void {
    switch (message.case) {
      case 'matchOpened':
        return this.tookOpened(message.value);
      case 'update':
        for (const play of this.on(message.value.channel)) {
          play.took(message.value, answerTo);
          if (play.over) this.ended(play.id);
        }
        return;
      case 'matchAbsences':
        for (const play of this.on(message.value.channel)) play.tookAbsences(message.value);
        return;
    }
  }

  private on(channel: number): MatchPlay[] {
    return [...this.plays.values()].filter((play) => play.isOn(channel));
  }

  private tookOpened(opened: MatchOpened): void {
    const { info } = opened;
    if (!info) return;
    const id = uuid(info.matchId);
    const play = this.opened(id);
    play.tookOpened(opened);
    if (play.over) return this.ended(id);
    if (play.seat < 0 || this.isRunning(id)) return;
    this.begins(id);
    const { matchId, seats, startedAtUs } = info;
    const game = info.options?.game.case ?? '';
    this.running = [create(MatchSummarySchema, { matchId, game, seats, startedAtUs }), ...this.running];
  }

  private begins(id: string): void {
    if (this.awaited(id) && !this.isRunning(id) && !this.begun.includes(id)) this.begun = [...this.begun, id];
  }

  private isRunning(id: string): boolean {
    return this.running.some(({ matchId }) => uuid(matchId) === id);
  }

  private ended(id: string): void {
    if (this.isRunning(id)) this.running = this.running.filter(({ matchId }) => uuid(matchId) !== id);
    if (this.begun.includes(id)) this.begunSeen(id);
  }
}
