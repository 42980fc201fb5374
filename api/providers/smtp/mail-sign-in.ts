import { DeliveryError, REFUSED_TOKEN, type TokenAccess } from '#api/sending/provider.ts'

/**
 * Sign-in of one mailbox at its servers, shared by all its connections. Once a server has refused the password, no
 * connection signs in again, so that a wrong password is tried only once.
 */
export interface MailSignIn {
  /** reason why the password was refused; null while it was not */
  refusal: DeliveryError | null
  /** tokens that are used in place of a password; null: a password is used */
  tokens: TokenAccess | null
}

/** User name and proof for signing in to a server: a password, or the access token that is used in its place. */
export interface Credentials {
  user: string
  password: string
  token?: string | undefined
}

/**
 * Signs in to a server by calling `open`. A token that the server refuses is renewed once.
 *
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

/**
 * Builds the client's first message of XOAUTH2 or OAUTHBEARER (RFC 7628), and the message that ends the exchange after
 * a refusal.
 */
export function bearerAnswers(mechanism: 'XOAUTH2' | 'OAUTHBEARER', { user, token = '' }: Credentials) {
  const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
  return mechanism === 'XOAUTH2'
    ? { first: base64(`user=${user}\x01auth=Bearer ${token}\x01\x01`), last: '' }
    : { first: base64(`n,a=${saslName(user)},\x01auth=Bearer ${token}\x01\x01`), last: base64('\x01') }
}

/** Escapes the characters that a user name cannot contain in SASL (RFC 5801). */
const saslName = (name: string) => name.replaceAll('=', '=3D').replaceAll(',', '=2C')

/**
 * Finds the SASL mechanism with which a server accepts tokens; null if it accepts none. XOAUTH2 is preferred, because
 * all such servers know it.
 */
export const bearerMechanism = (offered: ReadonlySet<string>) =>
  (['XOAUTH2', 'OAUTHBEARER'] as const).find((mechanism) => offered.has(mechanism)) ?? null
