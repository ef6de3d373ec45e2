// The stable of this player, as the server last told it.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { MakeHeroSchema } from '../../../gen/wyrmhall/v1/client_pb';
import type { Hero } from '../../../gen/wyrmhall/v1/hero_pb';
import type { ServerMessage } from '../../../gen/wyrmhall/v1/server_pb';
import { equal } from '../../../net/bytes';
import type { Contact } from '../../../state/contact.svelte';
import type { Identity } from '../../../state/identity.svelte';
import { isAlive, isGone } from './hero';

// Characters of a hero's name, at most.
export const LONGEST_NAME = 20;

export class Stable {
  heroes = $state.raw<Hero[]>([]);
  // How many living ones there is room for.
  mostLiving = $state(0);
  loaded = $state(false);
  private next = $state.raw<Uint8Array>(new Uint8Array());

  constructor(private readonly hall: { contact: Pick<Contact, 'request'>; identity: Pick<Identity, 'known'> }) {}

  get living(): Hero[] {
    return this.heroes.filter(isAlive);
  }
  get dead(): Hero[] {
    return this.heroes.filter((hero) => !isAlive(hero) && !isGone(hero));
  }
  get gone(): Hero[] {
    return this.heroes.filter(isGone);
  }
  // There are more of those who hunt no more.
  get hasMore(): boolean {
    return this.next.length > 0;
  }
  get isFull(): boolean {
    return this.loaded && this.mostLiving > 0 && this.living.length >= this.mostLiving;
  }

  // Somebody new has none, and need not sign in to be told so.
  async load(): Promise<void> {
    if (this.hall.identity.known) this.took(await this.hall.contact.request({ case: 'listHeroes', value: {} }));
    this.loaded = true;
  }
  async loadMore(): Promise<void> {
    this.took(await this.hall.contact.request({ case: 'listHeroes', value: { after: this.next } }), this.heroes);
  }

  // The new hero.
  async make(hero: MessageInitShape<typeof MakeHeroSchema>): Promise<Hero | undefined> {
    const before = this.heroes;
    this.took(await this.hall.contact.request({ case: 'makeHero', value: hero }));
    this.loaded = true;
    return this.heroes.find(({ heroId }) => !before.some((other) => equal(other.heroId, heroId)));
  }
  async retire({ heroId }: Hero): Promise<void> {
    this.took(await this.hall.contact.request({ case: 'retireHero', value: { heroId } }));
  }

  private took(message: ServerMessage['message'], before: readonly Hero[] = []): void {
    if (message.case !== 'stable') return;
    this.heroes = [...before, ...message.value.heroes];
    this.mostLiving = message.value.mostLiving;
    this.next = message.value.next;
  }
}
