// The connection to the server as the page knows it: how it stands, what the server says of itself, and why it cannot go on.
import {
  NoticeKind,
  type Refusal,
  type ServerMessage,
  type SignedIn,
  type Welcome,
} from '../gen/wyrmhall/v1/server_pb';
import type { Dial } from '../net/connection';
import { Lost, Refused, Session, type Command, type Link, type Stranger } from '../net/session';
import type { ProfileStore } from '../profile/profile_store';
import { isOutdated } from './wanted.svelte';

const BACK_SHOWN_MS = 3000;

// Who hears of what comes.
export interface Hearers {
  // Whether one is a player there already.
  isKnown(): boolean;
  welcomed(welcome: Welcome): void;
  signedIn(who: SignedIn, again: boolean): void;
  received(message: ServerMessage): void;
  unknown(why: Stranger): void;
}

export class Contact {
  readonly session: Session;
  // Those who wait in ensure() until the session is on or has failed.
  private waiting: (() => void)[] = [];

  link = $state<Link>('idle');
  retryAt = $state(0);
  // Shown for a moment after a loss.
  back = $state(false);
  welcome = $state.raw<Welcome>();
  notice = $state<NoticeKind>(NoticeKind.UNSPECIFIED);
  // Why this page cannot use this server.
  failed = $state.raw<Refusal>();
  // Why the server does not accept this player, until the player decides what to do; empty if it does.
  stranger = $state<Stranger | ''>('');
  // Doing some work that the server asks for before it lets a guest in.
  working = $state(false);
  // The server has another version of this page.
  newer = $state(false);

  constructor(
    profiles: ProfileStore,
    readonly dial: Dial,
    private readonly hearers: Hearers,
  ) {
    this.session = new Session(dial, profiles, {
      link: (state, retryAt) => this.linkChanged(state, retryAt),
      welcome: (welcome) => {
        this.welcome = welcome;
        hearers.welcomed(welcome);
      },
      signedIn: (who, again) => {
        this.stranger = '';
        this.notice = NoticeKind.UNSPECIFIED;
        hearers.signedIn(who, again);
      },
      received: (message) => hearers.received(message),
      notice: ({ kind }) => (this.notice = kind),
      working: (on) => (this.working = on),
      failed: (refusal) => {
        this.failed = refusal;
        this.wake();
      },
      unknown: (why) => {
        hearers.unknown(why);
        this.wake();
      },
    });
  }

  // Connects where one is known already.
  start(): void {
    this.session.start(false);
  }
  // Asks what the server offers, where nothing has been heard of it yet.
  meet(): void {
    if (!this.welcome && !this.hearers.isKnown() && this.stranger === '') this.session.meet();
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

  // Its answer, once one is signed in.
  async request(command: Command): Promise<ServerMessage['message']> {
    await this.ensure();
    return (await this.session.request(command)).message;
  }

  // As somebody else.
  restart(): void {
    this.failed = undefined;
    this.stranger = '';
    this.session.restart();
  }

  // As nobody.
  leave(): void {
    this.session.leave();
    this.stranger = '';
  }

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
}
