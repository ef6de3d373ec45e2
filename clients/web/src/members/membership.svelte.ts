// Whether one is a member, and the recovery codes while they are shown. Nothing of it is kept in the browser: the server knows
// the one, and the person alone keeps the others.
import type { Membership as Told } from '../gen/wyrmhall/v1/sign_in_pb';
import { Lost, type Command } from '../net/session';
import type { Contact } from '../state/contact.svelte';

// How a member shows that it is them.
export type Proof = { case: 'currentPassword' | 'recoveryCode'; value: string };

export class Membership {
  // Undefined until the server has said it.
  member = $state<boolean>();
  codesLeft = $state(0);
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
    await this.send({ case: 'setPassword', value: { password, by } });
  }
  async renewCodes(password: string): Promise<void> {
    await this.sendForCodes({ case: 'newRecoveryCodes', value: { password } });
  }

  // The person has kept them.
  forgetCodes(): void {
    this.codes = [];
  }

  private forget(): void {
    this.member = undefined;
    this.codesLeft = 0;
    this.unseen = false;
    this.forgetCodes();
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

  private took({ member, codesLeft, recoveryCodes }: Told): void {
    this.member = member;
    this.codesLeft = codesLeft;
    if (recoveryCodes.length > 0) this.codes = recoveryCodes.map((code) => new TextDecoder().decode(code));
  }
}
