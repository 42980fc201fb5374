import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Key of an email within its tenant. */
export interface MailKey {
  tenantId: string
  logId: string
}

/**
 * Key for counting opens and clicks of a URL that all recipients share: the campaign, and the subject of its A/B test.
 */
export interface CountKey {
  tenantId: string
  campaignId: string
  variant: 'A' | 'B' | null
}

/**
 * Makes and reads the tokens in the URLs of an email. Each is signed: it cannot be forged, changed or moved to another
 * email, link or tenant. Verification needs no database.
 */
export interface Tokens {
  /** makes the token of the tracking pixel; 64 characters */
  open(mail: MailKey): string
  /** makes the token of a tracked link; 64 characters; `link`: number of the link in the campaign, 0 to 65,535 */
  click(mail: MailKey, link: number): string
  /** makes the token of a pixel that is the same for all recipients and names none of them; 64 characters */
  countedOpen(key: CountKey): string
  countedClick(key: CountKey, link: number): string
  /**
   * makes the token of an unsubscribe link; it contains the email address, encrypted, so that unsubscribing works after
   * the campaign was deleted
   */
  unsubscribe(mail: MailKey, email: string): string
  /**
   * returns the hashes that may stand for an erased email address of a workspace, the one with the current key first
   * (32 hex digits each)
   */
  erasedHashes(tenantId: string, email: string): [string, ...string[]]
  /** reads the token of a tracking pixel; null for tokens not created here */
  readOpen(token: string): MailKey | null
  readClick(token: string): (MailKey & { link: number }) | null
  readCountedOpen(token: string): CountKey | null
  readCountedClick(token: string): (CountKey & { link: number }) | null
  readUnsubscribe(token: string): (MailKey & { email: string }) | null
}

const KIND = { open: 1, click: 2, unsubscribe: 3 } as const
/** Kinds of tokens in URLs that all recipients share, by A/B subject. */
const COUNTED = {
  open: { none: 4, A: 5, B: 6 },
  click: { none: 7, A: 8, B: 9 },
} as const
const NAMES = 33
const SHORT_MAC = 13
const LONG_MAC = 16
const LENGTH_MAX = 600

/** Keys of email links by purpose: the first key creates new links, all of them can read links. */
export interface LinkKeys {
  tracking: readonly [Buffer, ...Buffer[]]
  unsubscribe: readonly [Buffer, ...Buffer[]]
}

/** Creates and reads tokens, with separate keys for tracking and unsubscribe links. */
export function createTokens({ tracking, unsubscribe }: LinkKeys): Tokens {
  const [writeTracking, ...readTracking] = tracking.map(tokensOfKey) as [Tokens, ...Tokens[]]
  const [writeUnsubscribe, ...readUnsubscribe] = unsubscribe.map(tokensOfKey) as [Tokens, ...Tokens[]]
  const first = <Found>(all: readonly Tokens[], read: (tokens: Tokens) => Found | null): Found | null => {
    for (const tokens of all) {
      const found = read(tokens)
      if (found !== null) return found
    }
    return null
  }
  return {
    open: writeTracking.open,
    click: writeTracking.click,
    countedOpen: writeTracking.countedOpen,
    countedClick: writeTracking.countedClick,
    unsubscribe: writeUnsubscribe.unsubscribe,
    erasedHashes: (tenantId, email) => [
      writeUnsubscribe.erasedHashes(tenantId, email)[0],
      ...readUnsubscribe.map((tokens) => tokens.erasedHashes(tenantId, email)[0]),
    ],
    readOpen: (token) => first([writeTracking, ...readTracking], (tokens) => tokens.readOpen(token)),
    readClick: (token) => first([writeTracking, ...readTracking], (tokens) => tokens.readClick(token)),
    readCountedOpen: (token) => first([writeTracking, ...readTracking], (tokens) => tokens.readCountedOpen(token)),
    readCountedClick: (token) => first([writeTracking, ...readTracking], (tokens) => tokens.readCountedClick(token)),
    readUnsubscribe: (token) =>
      first([writeUnsubscribe, ...readUnsubscribe], (tokens) => tokens.readUnsubscribe(token)),
  }
}

function tokensOfKey(both: Buffer): Tokens {
  const [macKey, cipherKey] = ['mac', 'cipher'].map((use) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', both, 'mergewell', use, 32))),
  )
  if (!macKey || !cipherKey) throw new Error('Keys are missing')
  const mac = (bytes: Uint8Array, length: number) =>
    createHmac('sha256', macKey).update(bytes).digest().subarray(0, length)

  const short = (kind: number, mail: MailKey, link: number) => {
    const body = Buffer.alloc(NAMES + 2)
    writeNames(body, kind, mail)
    body.writeUInt16BE(link, NAMES)
    return Buffer.concat([body, mac(body, SHORT_MAC)]).toString('base64url')
  }
  const readShort = (kind: number, token: string) => {
    const bytes = bytesOf(token)
    if (bytes?.length !== NAMES + 2 + SHORT_MAC || bytes[0] !== kind) return null
    const body = bytes.subarray(0, NAMES + 2)
    if (!timingSafeEqual(mac(body, SHORT_MAC), bytes.subarray(NAMES + 2))) return null
    return { ...readNames(body), link: body.readUInt16BE(NAMES) }
  }

  const counted = (kind: keyof typeof COUNTED, { tenantId, campaignId, variant }: CountKey, link: number) =>
    short(COUNTED[kind][variant ?? 'none'], { tenantId, logId: campaignId }, link)
  const readCounted = (kind: keyof typeof COUNTED, token: string) => {
    for (const [name, each] of Object.entries(COUNTED[kind])) {
      const read = readShort(each, token)
      if (!read) continue
      const variant = name === 'A' || name === 'B' ? name : null
      return { tenantId: read.tenantId, campaignId: read.logId, variant, link: read.link } as const
    }
    return null
  }

  return {
    open: (mail) => short(KIND.open, mail, 0),
    click: (mail, link) => short(KIND.click, mail, link),
    readOpen: (token) => {
      const read = readShort(KIND.open, token)
      return read && { tenantId: read.tenantId, logId: read.logId }
    },
    readClick: (token) => readShort(KIND.click, token),
    countedOpen: (key) => counted('open', key, 0),
    countedClick: (key, link) => counted('click', key, link),
    readCountedOpen: (token) => {
      const read = readCounted('open', token)
      return read && { tenantId: read.tenantId, campaignId: read.campaignId, variant: read.variant }
    },
    readCountedClick: (token) => readCounted('click', token),
    unsubscribe: (mail, email) => {
      const names = Buffer.alloc(NAMES)
      writeNames(names, KIND.unsubscribe, mail)
      const plain = Buffer.from(email)
      const signature = mac(Buffer.concat([names, plain]), LONG_MAC)
      const sealed = createCipheriv('aes-256-ctr', cipherKey, signature).update(plain)
      return Buffer.concat([names, signature, sealed]).toString('base64url')
    },
    // The text before it keeps these apart from tokens, which begin with their kind.
    erasedHashes: (tenantId, email) => [mac(Buffer.from(`erased/${tenantId}/${email}`), LONG_MAC).toString('hex')],
    readUnsubscribe: (token) => {
      const bytes = bytesOf(token)
      if (!bytes || bytes.length <= NAMES + LONG_MAC || bytes[0] !== KIND.unsubscribe) return null
      const names = bytes.subarray(0, NAMES)
      const signature = bytes.subarray(NAMES, NAMES + LONG_MAC)
      const plain = createDecipheriv('aes-256-ctr', cipherKey, signature).update(bytes.subarray(NAMES + LONG_MAC))
      if (!timingSafeEqual(mac(Buffer.concat([names, plain]), LONG_MAC), signature)) return null
      return { ...readNames(names), email: plain.toString() }
    },
  }
}

function writeNames(body: Buffer, kind: number, { tenantId, logId }: MailKey): void {
  body[0] = kind
  body.write(tenantId.replaceAll('-', ''), 1, 16, 'hex')
  body.write(logId.replaceAll('-', ''), 17, 16, 'hex')
}

function readNames(body: Buffer): MailKey {
  const uuid = (from: number) =>
    body.toString('hex', from, from + 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { tenantId: uuid(1), logId: uuid(17) }
}

/** Decodes a token; null for non-canonical encodings, because each token has exactly one spelling. */
function bytesOf(token: string): Buffer | null {
  if (token.length > LENGTH_MAX || !/^[\w-]+$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  return bytes.toString('base64url') === token ? bytes : null
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** signs and reads the links in emails */
    links: Tokens
  }
}
