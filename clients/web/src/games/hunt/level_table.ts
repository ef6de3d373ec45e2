// What each level takes and brings, once it is unfolded.
import { Later } from '../shared/later.svelte';

export const levelTable = new Later(() => import('./LevelTable.svelte'));
