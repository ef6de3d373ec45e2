// Signs in as a member for a token to come back with. It takes a connection of its own, so that nothing changes for who one is
// on this page if it is refused.
import { ProfileStore, type Identity } from '../profile/profile_store';
import type { Dial } from './connection';
import { Lost, Refused, Session, type Member } from './session';

export function tokenOf(member: Member, dial: Dial): Promise<Identity> {
  // What this session keeps is for nobody but who asks.
  const kept = new Map<string, string>();
  const profiles = new ProfileStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      session.leave();
      reject(error);
    };
    const nothing = (): void => undefined;
    // What the person will not do ends it, too.
    const by: Member =
      typeof member === 'function'
        ? (challenge) =>
            member(challenge).catch((error: Error) => {
              fail(error);
              return new Promise(nothing);
            })
        : member;
    const session = new Session(
      dial,
      profiles,
      {
        link: (state) => state === 'lost' && fail(new Lost()),
        welcome: nothing,
        received: nothing,
        notice: nothing,
        signedIn: () => {
          const identity = profiles.identity();
          if (!identity) return fail(new Lost());
          session.leave();
          resolve(identity);
        },
        failed: (refusal) => fail(new Refused(refusal)),
        unknown: () => fail(new Lost()),
      },
      by,
    );
    session.start(true);
  });
}
