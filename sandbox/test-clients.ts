import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuthenticationResult, ConfidentialClientApplication, CryptoProvider } from '@azure/msal-node'
import { gmail, type gmail_v1 } from '@googleapis/gmail'
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import { acceptConsent } from './consent-decisions.ts'
import type { FaultOrder } from './faults.ts'
import { type RunningSandbox, type SandboxOptions, startSandbox } from './server.ts'

export const REDIRECT = 'http://127.0.0.1:4000/auth/callback'

/** A sandbox in a temporary folder, which is deleted after the test. */
export async function newSandbox(
  options: Partial<SandboxOptions> = {},
): Promise<RunningSandbox & { dataDir: string; drop(): Promise<void> }> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'sandbox-'))
  const running = await startSandbox({ port: 0, host: '127.0.0.1', returnMailMs: 0, ...options, dataDir })
  return {
    ...running,
    dataDir,
    async drop() {
      await running.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** msal-node configured for a plain-HTTP server: no discovery, explicit endpoints. */
export function msalClient(origin: string, tenant = 'common'): ConfidentialClientApplication {
  const base = `${origin}/${tenant}`
  return new ConfidentialClientApplication({
    auth: {
      clientId: 'mergewell-test',
      clientSecret: 'secret',
      authority: `https://sandbox.invalid/${tenant}`,
      knownAuthorities: ['sandbox.invalid'],
      authorityMetadata: JSON.stringify({
        issuer: `${base}/v2.0`,
        authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
        token_endpoint: `${base}/oauth2/v2.0/token`,
        end_session_endpoint: `${base}/oauth2/v2.0/logout`,
        jwks_uri: `${base}/discovery/v2.0/keys`,
      }),
    },
  })
}

export const GRAPH_SCOPES = ['User.Read', 'Mail.Send', 'Mail.ReadWrite', 'offline_access']

/** Completes Microsoft's sign-in with msal-node. */
export async function signInMicrosoft(
  origin: string,
  email = 'ada@contoso.test',
  options: { scopes?: string[]; allow?: string[]; client?: ConfidentialClientApplication } = {},
): Promise<AuthenticationResult> {
  const { scopes = GRAPH_SCOPES, allow, client = msalClient(origin) } = options
  const { verifier, challenge } = await new CryptoProvider().generatePkceCodes()
  const asked = { scopes, redirectUri: REDIRECT, state: 'st4te', nonce: 'n0nce' }
  const url = await client.getAuthCodeUrl({ ...asked, codeChallenge: challenge, codeChallengeMethod: 'S256' })
  const back = await acceptConsent(url, email, allow)
  const query = Object.fromEntries(back.searchParams)
  return client.acquireTokenByCode(
    { ...asked, code: query.code!, codeVerifier: verifier },
    { ...query, code: query.code! },
  )
}

/** Function that makes a Graph call with fetch. */
export type Graph = (
  path: string,
  init?: { method?: string; json?: unknown; body?: string; headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<Response>

export function graphWith(origin: string, accessToken: string): Graph {
  return (path, { method = 'GET', json, body, headers = {}, signal } = {}) =>
    fetch(new URL(path, `${origin}/v1.0/`), {
      method,
      signal,
      body: json === undefined ? body : JSON.stringify(json),
      headers: {
        Authorization: `Bearer ${accessToken}`,
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    })
}

export async function connectGraph(origin: string, email?: string, allow?: string[]): Promise<Graph> {
  const { accessToken } = await signInMicrosoft(origin, email, { allow })
  return graphWith(origin, accessToken)
}

export const GMAIL = (name: string): string => `https://www.googleapis.com/auth/gmail.${name}`
export const GMAIL_SCOPES = ['openid', 'email', 'profile', GMAIL('send'), GMAIL('compose'), GMAIL('readonly')]

/** google-auth-library with a fetch that changes only the origin. */
export function googleClient(origin: string): OAuth2Client {
  const fetchImplementation: typeof fetch = (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input)
    return fetch(new URL(asked.pathname + asked.search, origin), init)
  }
  return new OAuth2Client({
    clientId: 'mergewell-test',
    clientSecret: 'secret',
    redirectUri: REDIRECT,
    forceRefreshOnFailure: true,
    transporterOptions: { fetchImplementation },
  })
}

/** Completes Google's sign-in. */
export async function signInGoogle(
  origin: string,
  email = 'maria@studio-sol.test',
  options: { allow?: string[]; accessType?: 'offline' | 'online'; prompt?: string; client?: OAuth2Client } = {},
): Promise<OAuth2Client> {
  const { allow, accessType = 'offline', prompt = 'consent', client = googleClient(origin) } = options
  const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync()
  const asked = new URL(
    client.generateAuthUrl({
      access_type: accessType,
      prompt,
      scope: GMAIL_SCOPES,
      state: 'st4te',
      code_challenge: codeChallenge,
      code_challenge_method: CodeChallengeMethod.S256,
    }),
  )
  const back = await acceptConsent(new URL(asked.pathname + asked.search, origin), email, allow)
  const { tokens } = await client.getToken({ code: back.searchParams.get('code')!, codeVerifier })
  client.setCredentials(tokens)
  return client
}

export async function connectGmail(origin: string, email?: string, allow?: string[]): Promise<gmail_v1.Gmail> {
  return gmail({ version: 'v1', auth: await signInGoogle(origin, email, { allow }) })
}

export async function orderFault(origin: string, order: FaultOrder): Promise<void> {
  const response = await fetch(`${origin}/sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  })
  if (response.status !== 201) throw new Error(await response.text())
}

/** A Graph message with one recipient. */
export function graphMail(to: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    subject: 'Hello Ada',
    body: { contentType: 'HTML', content: '<p>Hello <b>Ada</b></p>' },
    toRecipients: [{ emailAddress: { name: 'Ada', address: to } }],
    ...more,
  }
}

/** A small MIME message. */
export function mimeMail(to: string, more: string[] = []): Buffer {
  const lines = ['From: María <maria@studio-sol.test>', `To: ${to}`, 'Subject: =?UTF-8?Q?Hallo_=C3=9Cli?=', ...more]
  return Buffer.from(
    [...lines, 'MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8', '', '<p>Grüße</p>', ''].join('\r\n'),
  )
}

export interface SentSummary {
  id: string
  subject: string
  internetMessageId: string
  to: { address: string }[]
  via: string
}

/** The contents of a folder, from the sandbox's own API. */
export async function folderOf(origin: string, vendor: string, email: string, folder = 'sent'): Promise<SentSummary[]> {
  const response = await fetch(`${origin}/sandbox/mailboxes/${vendor}/${email}/messages?folder=${folder}&limit=1000`)
  return ((await response.json()) as { messages: SentSummary[] }).messages
}

export async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code
}
