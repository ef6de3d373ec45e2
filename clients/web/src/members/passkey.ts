// Passkeys, as this browser and its device make and use them. The server says for which challenge.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AddPasskeySchema, PasskeyProofSchema } from '../gen/wyrmhall/v1/client_pb';
import type { PasskeyChallenge } from '../gen/wyrmhall/v1/sign_in_pb';

export type PasskeyProof = MessageInitShape<typeof PasskeyProofSchema>;
export type NewPasskey = Pick<
  Exclude<MessageInitShape<typeof AddPasskeySchema>, { $typeName: string }>,
  'attestation' | 'clientData'
>;

// The person has turned away, or the device has no passkey for this site.
export class NoPasskey extends Error {}

const EDDSA = -8;
const ES256 = -7;
const TIMEOUT_MS = 240_000; // the server waits five minutes

export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window && window.isSecureContext;

const bytes = (buffer: ArrayBuffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);
const source = (from: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(from);

async function credential(asked: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const given = await asked();
    if (given instanceof PublicKeyCredential) return given;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  throw new NoPasskey();
}

// A new one, which the device keeps, so that nobody needs to type a name.
export async function makePasskey(challenge: PasskeyChallenge, name: string): Promise<NewPasskey> {
  const made = await credential(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: source(challenge.challenge),
        rp: { id: challenge.host, name: 'Wyrmhall' },
        user: { id: source(challenge.account), name, displayName: name },
        pubKeyCredParams: [
          { type: 'public-key', alg: ES256 },
          { type: 'public-key', alg: EDDSA },
        ],
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        excludeCredentials: challenge.passkeys.map((id) => ({ type: 'public-key', id: source(id) })),
        attestation: 'none',
        timeout: TIMEOUT_MS,
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return { attestation: bytes(response.attestationObject), clientData: bytes(response.clientDataJSON) };
}

// One that the device has: of those that the challenge names, or any for this site.
export async function usePasskey(challenge: PasskeyChallenge): Promise<PasskeyProof> {
  const used = await credential(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: source(challenge.challenge),
        rpId: challenge.host,
        allowCredentials: challenge.passkeys.map((id) => ({ type: 'public-key', id: source(id) })),
        userVerification: 'preferred',
        timeout: TIMEOUT_MS,
      },
    }),
  );
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    id: bytes(used.rawId),
    authenticatorData: bytes(response.authenticatorData),
    clientData: bytes(response.clientDataJSON),
    signature: bytes(response.signature),
  };
}
