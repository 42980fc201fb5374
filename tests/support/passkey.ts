import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { relyingParty } from '#api/accounts/second-factor/relying-party.ts'
import type { TestPerson } from './person.ts'
import type { World } from './world.ts'

/** Changes that an attacker or a careless browser makes to a passkey's answer. */
export interface Lies {
  origin?: string
  rpId?: string
  /** false: as if nobody entered a PIN or showed a finger */
  verified?: boolean
  challenge?: string
  counter?: number
  type?: string
}

/** A passkey authenticator with one credential, in software: speaks WebAuthn's JSON as a browser would pass it on. */
export interface SoftwareAuthenticator {
  create(options: { challenge: string }, lies?: Lies): object
  get(options: { challenge: string }, lies?: Lies): { id: string; response: object }
}

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest()

/** The few kinds of CBOR that a credential needs. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.of((major << 5) | length)
    if (length < 256) return Buffer.of((major << 5) | 24, length)
    return Buffer.of((major << 5) | 25, length >> 8, length & 255)
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as never)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return cbor(
    new Map<number, unknown>([...[[1, 2] as const, [3, -7] as const, [-1, 1] as const], [-2, left], [-3, right]]),
  )
}

export function softwareAuthenticator(world: Pick<World, 'app'>): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = b64(credentialId)
  let count = 0

  const clientData = (type: string, { challenge }: { challenge: string }, lies: Lies) => {
    const origin = lies.origin ?? relyingParty(world.app).origins[0]
    const data = { type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data))
  }
  const authenticatorData = (lies: Lies, attested: Buffer | null) => {
    const flags = 1 | (lies.verified === false ? 0 : 4) | (attested ? 64 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? (count += 1))
    const rpIdHash = sha256(lies.rpId ?? relyingParty(world.app).id)
    return Buffer.concat([rpIdHash, Buffer.of(flags), counter, ...(attested ? [attested] : [])])
  }
  const answer = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    create: (options, lies = {}) => {
      const length = Buffer.of(0, credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseOf(publicKey)])
      const attestation = new Map<string, unknown>([['fmt', 'none']])
      attestation.set('attStmt', new Map()).set('authData', authenticatorData(lies, attested))
      const clientDataJSON = b64(clientData('webauthn.create', options, lies))
      return answer({ clientDataJSON, attestationObject: b64(cbor(attestation)), transports: ['internal'] })
    },
    get: (options, lies = {}) => {
      const data = clientData('webauthn.get', options, lies)
      const authData = authenticatorData(lies, null)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return answer({ clientDataJSON: b64(data), authenticatorData: b64(authData), signature: b64(signature) })
    },
  }
}

/** Adds a passkey to a person; returns its id, the authenticator and recovery codes. */
export async function addPasskeyTo(person: TestPerson, world: Pick<World, 'app'>) {
  const authenticator = softwareAuthenticator(world)
  const started = await person.graphql('mutation { startPasskey { options errors { code field message } } }')
  const { data } = await person.graphql(
    'mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { passkey { id } recoveryCodes errors { code field message } } }',
    { input: { name: 'Laptop', response: authenticator.create(started.data.startPasskey) } },
  )
  const { passkey, recoveryCodes } = data.addPasskey as { passkey: { id: string }; recoveryCodes: string[] | null }
  return { id: passkey.id, authenticator, recoveryCodes }
}
