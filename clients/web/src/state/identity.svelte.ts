// Who one is at this server, who one was before, and by which tokens one can be signed in.
import type { SignIns } from '../gen/wyrmhall/v1/sign_in_pb';
import type { Player } from '../gen/wyrmhall/v1/table_pb';
import { hex, uuid } from '../net/bytes';
import type { Stranger } from '../net/session';
import { makeUpName } from '../profile/names';
import type { Identity as Stored, KeptIdentity, ProfileStore } from '../profile/profile_store';
import type { Contact } from './contact.svelte';

export class Identity {
  // The token of who one was when another one was typed.
  private before: string | undefined;

  name = $state('');
  account = $state('');
  // Who one was here before.
  kept = $state.raw<KeptIdentity[]>([]);
  // The server does not know the token that was entered.
  wrongToken = $state(false);
  // By which tokens one can be signed in, once it was asked for.
  signIns = $state.raw<SignIns>();
  // When this player is to be deleted, in microseconds of UTC since 1970; 0: not.
  deleteAtUs = $state(0n);

  // `server`: its address, for who is put aside. `changed`: one is somebody else, and what was known of the one before is over.
  constructor(
    private readonly profiles: ProfileStore,
    private readonly contact: Contact,
    private readonly server: string,
    private readonly changed: () => void,
  ) {
    const identity = profiles.identity();
    this.name = identity?.name ?? profiles.plannedName(() => makeUpName());
    this.account = identity?.account ?? '';
    this.kept = profiles.keptIdentities();
  }

  get known(): boolean {
    return this.account !== '';
  }

  signedIn(player: Player, deleteAtUs: bigint): void {
    this.deleteAtUs = deleteAtUs;
    this.name = player.name;
    this.account = uuid(player.accountId);
  }

  renamed(player: Player | undefined): void {
    const identity = this.profiles.identity();
    if (!player || uuid(player.accountId) !== this.account) return;
    this.name = player.name;
    if (identity?.account === this.account) this.profiles.saveIdentity({ ...identity, name: player.name });
  }

  // Under another name. Before the first sign-in nobody needs to be asked.
  async takeName(name: string): Promise<void> {
    if (this.known) {
      await this.contact.request({ case: 'rename', value: { name } });
      return;
    }
    this.profiles.planName(name);
    this.name = name;
  }

  // After the server did not take who one is: it may have been the wrong one, or started on other data.
  tryAgain(): void {
    this.contact.stranger = '';
    this.contact.start();
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

  // Signs in as a member by the token that the server has just given. An older one of the same player is of no use here.
  takeMember(member: Stored): boolean {
    if (this.profiles.identity()?.account === member.account) this.profiles.dropIdentity();
    for (const one of this.kept) if (one.account === member.account) this.profiles.forgetKept(one.token);
    return this.become({ ...member, server: this.server });
  }

  // Signs out on this device, for good: nothing is put aside.
  async leave(): Promise<void> {
    const own = this.signIns?.lines.find(({ thisOne }) => thisOne);
    if (own) await this.signOut(own.id);
    this.contact.leave();
    // In this order: other tabs follow as the identity goes, and take the next name.
    this.profiles.planName(makeUpName());
    this.profiles.dropIdentity();
    this.beginAs(undefined);
  }

  private become(identity: KeptIdentity | undefined): boolean {
    if (identity && this.profiles.identity()?.token === identity.token) return true;
    if (!this.profiles.setIdentityAside(this.server)) return false;
    if (identity) {
      this.profiles.saveIdentity({ name: identity.name, token: identity.token, account: identity.account });
      this.profiles.forgetKept(identity.token);
    }
    this.beginAs(identity);
    this.contact.restart();
    return true;
  }

  private beginAs(identity: Stored | undefined): void {
    this.kept = this.profiles.keptIdentities();
    this.name = identity?.name || this.profiles.plannedName(() => makeUpName());
    this.account = identity?.account ?? '';
    this.changed();
    this.signIns = undefined;
    this.deleteAtUs = 0n;
    this.wrongToken = false;
  }

  // An unknown token that was entered is dropped: the player before it is back.
  becameStranger(why: Stranger): void {
    const identity = this.profiles.identity();
    if (!identity && why === 'signedOut') return this.follow();
    if (!identity || identity.account !== '') {
      this.contact.stranger = why;
      return;
    }
    this.profiles.dropIdentity();
    const [before] = this.kept;
    if (this.before && before?.token === this.before) this.become(before);
    this.wrongToken = true;
  }

  // Another tab has become somebody else, or has signed out: so does this one.
  follow(): void {
    const identity = this.profiles.identity();
    if (identity?.account === this.account || identity?.account === '') return;
    if (!identity && !this.known) return;
    if (!identity) this.contact.leave();
    this.beginAs(identity);
    if (identity) this.contact.restart();
  }

  async listSignIns(): Promise<void> {
    await this.contact.request({ case: 'listSignIns', value: {} });
  }
  async nameSignIn(id: Uint8Array, name: string): Promise<void> {
    await this.contact.request({ case: 'nameSignIn', value: { id, name } });
  }
  async signOut(id: Uint8Array): Promise<void> {
    await this.contact.request({ case: 'revokeSignIn', value: { id } });
  }
  async signOutElsewhere(): Promise<void> {
    await this.contact.request({ case: 'revokeOtherSignIns', value: {} });
  }
  // A token for another device, in hexadecimal: told this once.
  async newToken(): Promise<string> {
    const answer = await this.contact.request({ case: 'addSignIn', value: {} });
    if (answer.case !== 'signInAdded') throw new Error('no token');
    void this.listSignIns().catch(() => undefined);
    return hex(answer.value.token);
  }

  // Comes as a guest by an invitation, whose code may be wrong.
  async comeWith(invitation: string): Promise<void> {
    this.profiles.saveInvitation(invitation);
    this.contact.failed = undefined;
    await this.contact.ensure();
  }
}
