// Whether one is a member, and the recovery codes while they are shown. Nothing of it is kept in the browser: the server knows
// the one, and the person alone keeps the others.
import type { Membership as Told, Passkey, PasskeyChallenge } from '../gen/wyrmhall/v1/sign_in_pb';
import { Lost, type Command } from '../net/session';
import type { Contact } from '../state/contact.svelte';
import { makePasskey, usePasskey, type PasskeyProof } from './passkey';

// How a member shows that it is them: by what they type, or by a passkey of this device.
type Typed = { case: 'password'; value: string } | { case: 'recoveryCode'; value: string };
export type Proof = Typed | { case: 'passkey' };

export class Membership {
  // Undefined until the server has said it.
  member = $state<boolean>();
  codesLeft = $state(0);
  // Whether there is a password, and the passkeys.
  password = $state(false);
  passkeys = $state.raw<readonly Passkey[]>([]);
  // Those that the server has just told, until the person has kept them.
  codes = $state.raw<readonly string[]>([]);
  // Codes were made, and the connection was lost before they came.
  unseen = $state(false);
  // The account that all of this is about.
  private about = '';

  // `account`: of who one is now; empty for nobody.
  constructor(
    private readonly contact: Pick<Contact, 'ensure' | 'request'>,
    private readonly account: () => string,
  ) {}

  // One may be somebody else than before: what was known of another player is forgotten.
  meet(): void {
    const account = this.account();
    if (account !== this.about) this.forget();
    this.about = account;
  }

  async ask(): Promise<void> {
    await this.send({ case: 'askMembership', value: {} });
  }

  async become(password: string): Promise<void> {
    await this.sendForCodes({ case: 'setPassword', value: { password } });
  }
  async changePassword(password: string, by: Proof): Promise<void> {
    const proof = await this.prove(by);
    const shown = proof.case === 'password' ? ({ ...proof, case: 'currentPassword' } as const) : proof;
    await this.send({ case: 'setPassword', value: { password, by: shown } });
  }
  async renewCodes(by: Proof): Promise<void> {
    const proof = await this.prove(by);
    if (proof.case === 'recoveryCode') throw new Error('by a code that goes with them');
    await this.sendForCodes({ case: 'newRecoveryCodes', value: { [proof.case]: proof.value } });
  }
  // Becomes a member by one, or has one more, which takes the password or a passkey so far.
  async addPasskey(name: string, deviceName: string, by?: Proof): Promise<void> {
    const challenge = await this.challenge();
    let proof = {};
    if (by?.case === 'passkey') proof = { passkey: await usePasskey(challenge) };
    else if (by) proof = { password: by.value };
    const made = await makePasskey(challenge, name);
    const command = { case: 'addPasskey', value: { ...made, ...proof, name: deviceName } } as const;
    await (this.member ? this.send(command) : this.sendForCodes(command));
  }
  async removePasskey(id: Uint8Array): Promise<void> {
    await this.send({ case: 'removePasskey', value: { id } });
  }
  // Nothing is needed of a guest.
  async wantDeletion(by?: Proof): Promise<void> {
    await this.send({ case: 'deleteAccount', value: by ? { by: await this.prove(by) } : {} });
  }

  // The person has kept them.
  forgetCodes(): void {
    this.codes = [];
  }

  private forget(): void {
    this.member = undefined;
    this.codesLeft = 0;
    this.password = false;
    this.passkeys = [];
    this.unseen = false;
    this.forgetCodes();
  }

  private async challenge(): Promise<PasskeyChallenge> {
    await this.contact.ensure();
    const answer = await this.contact.request({ case: 'askPasskeyChallenge', value: {} });
    if (answer.case !== 'passkeyChallenge') throw new Error('no challenge');
    return answer.value;
  }
  private async prove(by: Proof): Promise<Typed | { case: 'passkey'; value: PasskeyProof }> {
    if (by.case !== 'passkey') return by;
    return { case: 'passkey', value: await usePasskey(await this.challenge()) };
  }

  private async sendForCodes(command: Command): Promise<void> {
    try {
      await this.send(command);
      this.unseen = false;
    } catch (error) {
      if (error instanceof Lost) this.unseen = true;
      throw error;
    }
  }

  private async send(command: Command): Promise<void> {
    // Somebody who was nobody yet is a guest from here on.
    await this.contact.ensure();
    this.meet();
    const { about } = this;
    const answer = await this.contact.request(command);
    if (answer.case === 'membership' && about === this.account()) this.took(answer.value);
  }

  private took(now: Told): void {
    this.member = now.member;
    this.codesLeft = now.codesLeft;
    this.password = now.password;
    this.passkeys = now.passkeys;
    const codes = now.recoveryCodes;
    if (codes.length > 0) this.codes = codes.map((code) => new TextDecoder().decode(code));
  }
}
