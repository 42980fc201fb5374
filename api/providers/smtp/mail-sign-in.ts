import { DeliveryError, REFUSED_TOKEN, type TokenAccess } from '#api/sending/provider.ts'

/**
 * Sign-in of one mailbox at its servers, shared by all its connections. By password: once a server has refused it, none of them
 * signs in again, so that one wrong password is tried once.
 */
export interface MailSignIn {
  /** reason why the password was refused; null while it was not */
  refusal: DeliveryError | null
  /** the tokens that take the place of the password; null: there is one */
  tokens: TokenAccess | null
}

/** Name and proof with which a server is signed in to: a password, or the access token that takes its place. */
export interface Credentials {
  user: string
  password: string
  token?: string | undefined
}

/**
 * Signs in to a server by `open`. A token that it refuses is renewed once.
 * @throws DeliveryError
 */
export async function signInOnce<T>(signIn: MailSignIn, open: (token: string | undefined) => Promise<T>): Promise<T> {
  if (signIn.refusal) throw signIn.refusal
  const { tokens } = signIn
  if (!tokens) {
    return open(undefined).catch((error: unknown) => {
      if (isRefused(error)) signIn.refusal = error
      throw error
    })
  }
  const token = await tokens.token()
  try {
    return await open(token)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  return open(await tokens.renew(token)).catch((error: unknown) => {
    if (!isRefused(error)) throw error
    const said = error.message.replace(/^EXPIRED_TOKEN: /, '')
    throw new DeliveryError('sign-in-doubt', `${REFUSED_TOKEN}${said}`, { cause: error })
  })
}

/** Returns whether a server refused a password or a token. */
const isRefused = (error: unknown): error is DeliveryError => error instanceof DeliveryError && error.isCertain

/** Builds the first answer of XOAUTH2 or OAUTHBEARER (RFC 7628), and the one that ends it after a refusal. */
export function bearerAnswers(mechanism: 'XOAUTH2' | 'OAUTHBEARER', { user, token = '' }: Credentials) {
  const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
  return mechanism === 'XOAUTH2'
    ? { first: base64(`user=${user}\x01auth=Bearer ${token}\x01\x01`), last: '' }
    : { first: base64(`n,a=${saslName(user)},\x01auth=Bearer ${token}\x01\x01`), last: base64('\x01') }
}

/** Escapes the characters that a name cannot hold in SASL (RFC 5801). */
const saslName = (name: string) => name.replaceAll('=', '=3D').replaceAll(',', '=2C')

/** Finds the way in which a server takes tokens; null if it takes none. XOAUTH2 is what all of them know. */
export const bearerMechanism = (offered: ReadonlySet<string>) =>
  (['XOAUTH2', 'OAUTHBEARER'] as const).find((mechanism) => offered.has(mechanism)) ?? null
