import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import type { Store } from '../sandbox-store.ts'

/** The key and the self-signed certificate of the mail host, as PEM. */
export interface Identity {
  key: string
  certificate: string
}

const DAY_MS = 86_400_000
const LIFE_DAYS = 3650

const FACT = 'mail host identity'

/** Certificate of every new sandbox in this process, because making one takes longer than a sign-in. */
let made: Identity | undefined

/** The mail host's identity, made at first use and stored, so that clients trust the same certificate after a restart. */
export function identityOf(store: Store): Identity {
  const stored = store.get<{ value: string }>('SELECT value FROM facts WHERE name = ?', FACT)
  const known = stored && (JSON.parse(stored.value) as Identity)
  if (known && isCurrent(known)) return known
  made = made && isCurrent(made) ? made : makeIdentity(Date.now())
  store.run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', FACT, JSON.stringify(made))
  return made
}

const isCurrent = ({ certificate }: Identity): boolean =>
  new X509Certificate(certificate).validToDate.getTime() > Date.now() + 30 * DAY_MS

/** Makes a certificate (RFC 5280) for 127.0.0.1, ::1 and localhost, which signs itself. */
export function makeIdentity(now: number): Identity {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const publicKey = createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'der' })
  const name = sequence(set(sequence(oid('550403'), utf8('Mergewell sandbox'))))
  const signing = sequence(oid('2a8648ce3d040302'))
  const names = sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, Buffer.from(`${'00'.repeat(15)}01`, 'hex')),
  )
  const authority = sequence(
    oid('551d13'),
    der(0x01, Buffer.from([0xff])),
    octets(sequence(der(0x01, Buffer.from([0xff])))),
  )
  const content = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    signing,
    name,
    sequence(time(now - DAY_MS), time(now + LIFE_DAYS * DAY_MS)),
    name,
    publicKey,
    der(0xa3, sequence(authority, sequence(oid('551d11'), octets(names)))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, key))
  const base64 = sequence(content, signing, signature).toString('base64')
  const certificate = `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  return { key, certificate }
}

/** Encodes an element of ASN.1 in DER. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const size = length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...content: Buffer[]) => der(0x30, ...content)
const set = (...content: Buffer[]) => der(0x31, ...content)
const octets = (content: Buffer) => der(0x04, content)
const integer = (content: Buffer) => der(0x02, content)
const utf8 = (text: string) => der(0x0c, Buffer.from(text))
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (at: number) => der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`))
