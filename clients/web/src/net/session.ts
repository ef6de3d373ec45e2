// The session of one player over any number of connections: hello, sign-in, commands and their answers.
import { create, toBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { version } from '../../package.json';
import {
  ClientMessageSchema,
  type ClientMessage,
  type MemberSignInSchema,
  type PasskeyProofSchema,
  type SignIn,
  type SignInSchema,
} from '../gen/wyrmhall/v1/client_pb';
import {
  NoticeKind,
  RefusalCode,
  type Notice,
  type Refusal,
  type ServerMessage,
  type SignedIn,
  type Welcome,
} from '../gen/wyrmhall/v1/server_pb';
import type { PasskeyChallenge } from '../gen/wyrmhall/v1/sign_in_pb';
import { fromHex, hex, uuid } from './bytes';
import { Connection, type Dial } from './connection';
import { loadMissing } from './contract';
import type { ProfileStore } from '../profile/profile_store';
import { makeUpName } from '../profile/names';
import { searchProof, ZERO_BITS_MOST, type Found } from './proof_of_work';

type SignInInit = Exclude<MessageInitShape<typeof SignInSchema>, SignIn>;
export type Command = Exclude<
  NonNullable<MessageInitShape<typeof ClientMessageSchema>['command']>,
  { case: undefined }
>;

const PROTOCOL_VERSION = 1;
const CLIENT = `wyrmhall-web ${version}`;
const NAME_ATTEMPTS = 6;
const RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
const PROOFS_MOST = 3;

// A command was refused; nothing was changed by it.
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
  }
}

// The connection was lost before the answer came, so it is unknown whether the command was carried out.
export class Lost extends Error {}

export type Link = 'idle' | 'connecting' | 'on' | 'lost';

export interface SessionEvents {
  // How the connection stands. `retryAt` is a time of Date.now().
  link(state: Link, retryAt: number): void;
  welcome(welcome: Welcome): void;
  signedIn(who: SignedIn, again: boolean): void;
  // Any message that is not an answer to request(), or that concerns more than the one who asked.
  received(message: ServerMessage): void;
  notice(notice: Notice): void;
  // Whether it is computing the proof of work that the server asks of a guest.
  working?(on: boolean): void;
  // It cannot continue by itself.
  failed(refusal: Refusal): void;
  // The server does not accept the player's token, and nothing is done until the player decides: start() tries again,
  // restart() is for another identity.
  unknown(why: Stranger): void;
}

// How somebody signs in as a member: by what they type, or by what a passkey says to the server's challenge.
export type Member =
  | MessageInitShape<typeof MemberSignInSchema>
  | ((challenge: PasskeyChallenge) => Promise<MessageInitShape<typeof PasskeyProofSchema>>);

// It does not know the token; or it has just told us that this one was revoked.
export type Stranger = 'unknown' | 'signedOut';

interface Waiting {
  command: ClientMessage;
  resolve(message: ServerMessage): void;
  reject(error: Error): void;
}

const isForLater = (code: RefusalCode): boolean =>
  code === RefusalCode.TOO_FAST || code === RefusalCode.BUSY || code === RefusalCode.NO_STORE;

export class Session {
  private readonly connection: Connection;
  private readonly waiting = new Map<bigint, Waiting>();
  private nextId: bigint;
  private state: Link = 'idle';
  private wasSignedIn = false;
  private nameAttempts = 0;
  // Of this connection: its number, the proof found on it, and how many proofs were asked for.
  private hellos = 0;
  private proof: Found | undefined;
  private proofsAsked = 0;
  // Whether to sign in as a new guest if no player is stored.
  private asGuest = false;

  constructor(
    dial: Dial,
    private readonly profiles: ProfileStore,
    private readonly events: SessionEvents,
    // Signs in as this member, whoever is stored.
    private readonly member?: Member,
  ) {
    // Ids must not repeat between runs or tabs; 62 bits leave room to count.
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    this.nextId = (BigInt(high >>> 2) << 32n) | BigInt(low) | 1n;
    this.connection = new Connection(dial, {
      opened: () => this.hello(),
      message: (message) => this.take(message),
      ask: () => this.ping(),
      lost: (retryInMs) => this.lost(retryInMs),
    });
  }

  get on(): boolean {
    return this.state === 'on';
  }

  // Connects and signs in: as the stored player, or else as a new guest if `guest` is set.
  start(guest: boolean): void {
    this.asGuest ||= guest;
    if (this.state === 'on' || (!this.asGuest && !this.profiles.identity())) return;
    if (this.state !== 'lost') this.change('connecting', 0);
    this.connection.connect();
  }

  // Connects to hear what the server offers, and ends the connection unless somebody wants to sign in meanwhile.
  meet(): void {
    if (this.state === 'idle') this.connection.connect();
  }

  // Tries now instead of at the end of the wait.
  tryNow(): void {
    if (this.state === 'lost') this.connection.redial();
  }

  // Somebody looks at the page again, or the network has changed: it is asked at once whether the server is there.
  look(): void {
    if (this.state !== 'idle') this.connection.look();
  }

  // Signs in anew, after the identity was changed.
  restart(): void {
    this.wasSignedIn = false;
    this.asGuest = true;
    if (this.state === 'idle') return this.start(true);
    this.connection.end();
    this.abandon();
    this.state = 'idle';
    this.start(true);
  }

  // Ends the connection: nobody is signed in, until somebody wants to be.
  leave(): void {
    this.wasSignedIn = false;
    this.asGuest = false;
    this.connection.end();
    this.change('idle', 0);
    this.abandon();
  }

  freshId(): bigint {
    return this.nextId++;
  }

  // Sends a command and waits for its answer. One that must count once over several connections brings its own id.
  request(command: Command, id = this.freshId()): Promise<ServerMessage> {
    if (!this.on) return Promise.reject(new Lost());
    return new Promise((resolve, reject) => {
      let message: ClientMessage;
      try {
        message = create(ClientMessageSchema, { commandId: id, command });
      } catch (missing) {
        return resolve(loadMissing(missing).then(() => this.request(command, id)));
      }
      this.transmit({ command: message, resolve, reject });
    });
  }

  private transmit(waiting: Waiting): void {
    this.waiting.set(waiting.command.commandId, waiting);
    this.connection.send(toBinary(ClientMessageSchema, waiting.command));
  }

  // A command of the sign-in, whose answer is handled here.
  private early(command: Command, answered: (message: ServerMessage) => void): void {
    const message = create(ClientMessageSchema, { commandId: this.freshId(), command });
    this.transmit({ command: message, resolve: answered, reject: (error) => this.refusedEarly(error) });
  }

  // Its answer is of no interest beyond that it comes.
  private ping(): void {
    const message = create(ClientMessageSchema, { commandId: this.freshId(), command: { case: 'ping', value: {} } });
    this.connection.send(toBinary(ClientMessageSchema, message));
  }

  private hello(): void {
    this.hellos++;
    this.proof = undefined;
    this.proofsAsked = 0;
    this.early({ case: 'hello', value: { protocolVersion: PROTOCOL_VERSION, client: CLIENT } }, ({ message }) => {
      if (message.case !== 'welcome') return;
      this.events.welcome(message.value);
      if (this.asGuest || this.profiles.identity()) return this.signIn();
      this.connection.end();
      this.change('idle', 0);
    });
  }

  private signIn(): void {
    const { member } = this;
    const identity = this.profiles.identity();
    const name = this.profiles.plannedName(() => makeUpName());
    if (typeof member === 'function') {
      return this.early({ case: 'askPasskeyChallenge', value: {} }, ({ message }) => {
        if (message.case !== 'passkeyChallenge') return;
        void member(message.value).then((value) => this.signInAs({ case: 'passkey', value }));
      });
    }
    if (member) return this.signInAs({ case: 'member', value: member });
    if (identity) return this.signInAs({ case: 'token', value: fromHex(identity.token)! });
    this.signInAs({ case: 'newGuest', value: name });
  }

  private signInAs(as: NonNullable<SignInInit['as']>): void {
    const identity = this.profiles.identity();
    const asGuest = identity ? {} : { invitation: this.profiles.invitation(), proof: this.proof };
    this.early({ case: 'signIn', value: { as, ...asGuest } }, ({ message }) => {
      if (message.case !== 'signedIn') return;
      const who = message.value;
      if (!identity) this.profiles.saveInvitation('');
      const token = who.token.length > 0 ? hex(who.token) : identity?.token;
      // Another tab may have become somebody else meanwhile.
      const same = who.token.length > 0 || this.profiles.identity()?.token === token;
      if (who.player && token !== undefined && same) {
        this.profiles.saveIdentity({ name: who.player.name, token, account: uuid(who.player.accountId) });
      }
      this.connection.worked();
      const again = this.wasSignedIn;
      this.wasSignedIn = true;
      this.change('on', 0);
      this.events.signedIn(who, again);
    });
  }

  private refusedEarly(error: Error): void {
    if (!(error instanceof Refused)) return;
    const { code } = error.refusal;
    if (code === RefusalCode.NAME_TAKEN && ++this.nameAttempts < NAME_ATTEMPTS) {
      this.profiles.planName(makeUpName(this.nameAttempts));
      return this.signIn();
    }
    // Another server than before, or it was started on other data, or the token was revoked.
    if (code === RefusalCode.TOKEN_UNKNOWN) return this.becameStranger('unknown');
    if (code === RefusalCode.MOVED) return this.connection.cut();
    if (code === RefusalCode.PROOF_NEEDED && this.workFor(error.refusal)) return;
    this.connection.end();
    this.change('idle', 0);
    this.events.failed(error.refusal);
  }

  // Does the work that the server asks for and signs in again. False if that would be too much.
  private workFor({ proof }: Refusal): boolean {
    if (!proof || proof.zeroBits > ZERO_BITS_MOST || ++this.proofsAsked > PROOFS_MOST) return false;
    const connection = this.hellos;
    const wanted = (): boolean => this.hellos === connection && this.state !== 'lost';
    this.events.working?.(true);
    void searchProof(proof, wanted).then((found) => {
      this.events.working?.(false);
      if (!found || !wanted()) return;
      this.proof = found;
      this.signIn();
    });
    return true;
  }

  private take(message: ServerMessage): void {
    if (message.message.case === 'notice') {
      if (message.message.value.kind === NoticeKind.SIGNED_OUT) return this.becameStranger('signedOut');
      this.events.notice(message.message.value);
    }
    const waiting = this.waiting.get(message.answerTo);
    if (message.message.case === 'refusal') {
      if (waiting) this.refused(waiting, message.message.value);
      return;
    }
    this.waiting.delete(message.answerTo);
    waiting?.resolve(message);
    if (this.on) this.events.received(message);
  }

  private refused(waiting: Waiting, refusal: Refusal): void {
    if (!isForLater(refusal.code)) {
      this.waiting.delete(waiting.command.commandId);
      return waiting.reject(new Refused(refusal));
    }
    // A command that the server was too busy for was not carried out, so it may be sent again with the same id.
    const wait = Math.min(refusal.retryAfterMs ?? RETRY_MS, LONGEST_RETRY_MS);
    setTimeout(() => {
      if (this.waiting.get(waiting.command.commandId) === waiting) this.transmit(waiting);
    }, wait);
  }

  private becameStranger(why: Stranger): void {
    this.connection.end();
    this.change('idle', 0);
    this.abandon();
    this.events.unknown(why);
  }

  private lost(retryInMs: number): void {
    this.change('lost', Date.now() + retryInMs);
    this.abandon();
  }

  // Requests on a lost connection will not be answered.
  private abandon(): void {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new Lost());
  }

  private change(state: Link, retryAt: number): void {
    this.state = state;
    this.events.link(state, retryAt);
  }
}
