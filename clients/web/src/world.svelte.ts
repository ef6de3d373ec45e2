// What every part of the page shares: one hall, one set of settings, one address.
import { ProfileStore } from './net/profile_store';
import { Announcer } from './state/announcer.svelte';
import { Hall } from './state/hall.svelte';
import { Router } from './state/router.svelte';
import { Settings } from './state/settings.svelte';
import { Sounds } from './state/sounds.svelte';

export class World {
  readonly profiles = new ProfileStore(localStorage);
  readonly settings = new Settings(localStorage);
  readonly sounds = new Sounds(this.settings);
  readonly hall = new Hall(this.profiles);
  readonly router = new Router();
  readonly announcer = new Announcer();
}

export const world = new World();
