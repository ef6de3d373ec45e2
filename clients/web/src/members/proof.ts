// What somebody has typed or chosen, as a proof.
import type { Proof } from './membership.svelte';

export function proofOf(typed: string, byCode: boolean, byPasskey: boolean): Proof {
  if (byPasskey) return { case: 'passkey' };
  return { case: byCode ? 'recoveryCode' : 'password', value: typed };
}
