// All that the server keeps about the player, as one object for a file: every list that it tells, to its end.
import { toJson, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { HeroSchema, HeroStorySchema } from '../gen/wyrmhall/v1/hero_pb';
import { MatchSummarySchema } from '../gen/wyrmhall/v1/match_pb';
import { NuggetLineSchema } from '../gen/wyrmhall/v1/nuggets_pb';
import { MembershipSchema, SignInLineSchema } from '../gen/wyrmhall/v1/sign_in_pb';
import { PlayerSchema } from '../gen/wyrmhall/v1/table_pb';
import { uuid } from '../net/bytes';
import type { Contact } from '../state/contact.svelte';

const NOTHING = new Uint8Array();

export async function ownData(contact: Pick<Contact, 'request'>, player: object): Promise<object> {
  const json = <D extends DescMessage>(schema: D, messages: readonly MessageShape<D>[]) =>
    messages.map((message) => toJson(schema, message));
  const data: Record<string, unknown> = { player };

  const membership = await contact.request({ case: 'askMembership', value: {} });
  if (membership.case === 'membership') data['membership'] = toJson(MembershipSchema, membership.value);
  const signIns = await contact.request({ case: 'listSignIns', value: {} });
  if (signIns.case === 'signIns') data['signIns'] = json(SignInLineSchema, signIns.value.lines);
  const blocked = await contact.request({ case: 'listBlocked', value: {} });
  if (blocked.case === 'blockedPlayers') data['blocked'] = json(PlayerSchema, blocked.value.players);

  const followed = await contact.request({ case: 'listFollowed', value: {} });
  if (followed.case === 'followedPlayers') {
    data['followed'] = json(
      PlayerSchema,
      followed.value.players.flatMap(({ player }) => (player ? [player] : [])),
    );
  }

  const matches: unknown[] = [];
  for (let before = NOTHING, more = true; more; more = before.length > 0) {
    const answer = await contact.request({ case: 'listMatches', value: { before } });
    if (answer.case !== 'matches') break;
    matches.push(...json(MatchSummarySchema, answer.value.matches));
    before = new Uint8Array(answer.value.next);
  }
  const nuggets: unknown[] = [];
  for (let before = NOTHING, more = true; more; more = before.length > 0) {
    const answer = await contact.request({ case: 'listNuggets', value: { before } });
    if (answer.case !== 'nuggets') break;
    nuggets.push(...json(NuggetLineSchema, answer.value.lines));
    before = new Uint8Array(answer.value.next);
  }
  const heroes: unknown[] = [];
  const stories: unknown[] = [];
  for (let after = NOTHING, more = true; more; more = after.length > 0) {
    const answer = await contact.request({ case: 'listHeroes', value: { after } });
    if (answer.case !== 'stable') break;
    heroes.push(...json(HeroSchema, answer.value.heroes));
    for (const { heroId } of answer.value.heroes) {
      for (let before = 0, older = true; older; older = before > 0) {
        const story = await contact.request({ case: 'askHeroStory', value: { heroId, before } });
        if (story.case !== 'heroStory') break;
        stories.push({ heroId: uuid(heroId), story: toJson(HeroStorySchema, story.value) });
        before = story.value.next;
      }
    }
    after = new Uint8Array(answer.value.next);
  }
  return { ...data, matches, nuggets, heroes, stories };
}
