// What every part of the page shares: one hall, one set of settings, one address.
import { ProfileStore } from './profile/profile_store';
import type { Manner } from './games/module';
import { cardOf } from './games/registry';
import { Announcer } from './state/announcer.svelte';
import { Hall } from './state/hall.svelte';
import { Router } from './state/router.svelte';
import { Settings } from './state/settings.svelte';
import { Sounds } from './state/sounds.svelte';

export class World {
  readonly profiles = new ProfileStore(localStorage);
  readonly settings = new Settings(localStorage);
  readonly sounds = new Sounds(this.settings);
  readonly hall = new Hall(this.profiles, (game) => cardOf(game)?.heroes ?? false);
  readonly router = new Router();
  readonly announcer = new Announcer();
  // How the stages of matches are to show what happens.
  readonly manner: Manner = {
    speed: () => this.settings.values.speed,
    hear: (sound) => this.sounds.play(sound),
  };
}

export const world = new World();
