// The hall as this page knows it: who one is, the connection, the tables and the matches, put together.
import type { LobbyMoved, ServerMessage, SignedIn } from '../gen/wyrmhall/v1/server_pb';
import { dialer, type Dial } from '../net/connection';
import type { ProfileStore } from '../profile/profile_store';
import { Blocked } from './blocked.svelte';
import { Challenges } from './challenges.svelte';
import { Contact } from './contact.svelte';
import { Conversation } from './conversation.svelte';
import { Followed } from './followed.svelte';
import { Identity } from './identity.svelte';
import { Matches } from './matches.svelte';
import { RematchOffers } from './rematch_offers.svelte';
import { ServerKey } from './server_key.svelte';
import { Tables } from './tables.svelte';

export class Hall {
  readonly contact: Contact;
  readonly identity: Identity;
  readonly key: ServerKey;
  readonly tables: Tables;
  readonly matches: Matches;
  readonly rematches = new RematchOffers();
  readonly conversation: Conversation;
  readonly challenges = new Challenges();
  readonly blocked: Blocked;
  readonly followed: Followed;

  constructor(
    profiles: ProfileStore,
    hasHeroes: (game: string) => boolean,
    dial: Dial = dialer(socketAddress()),
    server = typeof location === 'undefined' ? '' : location.host,
  ) {
    this.contact = new Contact(profiles, dial, {
      isKnown: () => this.identity.known,
      welcomed: (welcome) => this.key.meet(welcome),
      signedIn: (who, again) => this.signedIn(who, again),
      received: (message) => this.received(message),
      unknown: (why) => this.identity.becameStranger(why),
    });
    const { contact } = this;
    this.identity = new Identity(profiles, contact, server, () => this.clear());
    this.key = new ServerKey(profiles.receipts);
    this.tables = new Tables(profiles, contact, this.identity, this.key, hasHeroes);
    const sits = (id: string): boolean => this.tables.all.has(id);
    this.matches = new Matches(contact.session, profiles, () => contact.ensure(), sits);
    this.conversation = new Conversation(contact);
    this.blocked = new Blocked(contact);
    this.followed = new Followed(contact);
  }

  // All that belongs to who one was.
  private clear(): void {
    this.tables.clear();
    this.matches.clear();
    this.rematches.begin([]);
    this.challenges.begin([]);
    this.blocked.players = [];
    this.followed.players = [];
  }

  private signedIn(who: SignedIn, again: boolean): void {
    if (who.player) this.identity.signedIn(who.player, who.deleteAtUs);
    this.rematches.begin(who.rematchOffers);
    this.challenges.begin(who.challenges);
    // Before the tables that have become matches meanwhile are forgotten.
    this.matches.signedIn(who.matches);
    this.tables.signedIn(who.tables, again);
  }

  // Another server has the lobby now, and what had changed last may not have been told.
  private lobbyMoved(to: LobbyMoved): void {
    this.rematches.begin(to.rematchOffers);
    this.challenges.begin(to.challenges);
    this.tables.keepOnly([...to.tableIds, ...to.matchIds]);
  }

  private received(received: ServerMessage): void {
    const { message } = received;
    switch (message.case) {
      case 'tableState':
        return this.tables.took(message.value);
      case 'blockedPlayers':
        this.blocked.players = message.value.players;
        return;
      case 'followedPlayers':
        this.followed.players = message.value.players;
        return;
      case 'signIns':
        this.identity.signIns = message.value;
        return;
      case 'membership':
        this.identity.deleteAtUs = message.value.deleteAtUs;
        return;
      case 'renamed':
        return this.identity.renamed(message.value.player);
      case 'rematchOffer':
        return this.rematches.took(message.value);
      case 'challengeOffer':
        return this.challenges.took(message.value);
      case 'lobbyMoved':
        return this.lobbyMoved(message.value);
      case 'said':
        return this.conversation.took(message.value);
      default:
        return this.matches.took(received);
    }
  }
}

function socketAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
}
