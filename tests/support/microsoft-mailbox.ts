import { grantKeeper } from './grants.ts'
import type { OpenMailbox, OutgoingMessage } from '#api/sending/provider.ts'
import { createMicrosoft } from '#api/providers/microsoft/microsoft.ts'
import { startStub, type Stub, type StubReply, type StubRequest } from '#api/providers/stub-server.ts'

export const GRANT = {
  accessToken: 'good',
  refreshToken: 'refresh-0',
  expiresAt: null,
  scopes: ['User.Read', 'Mail.Send', 'Mail.ReadWrite'],
  email: 'ana@own.test',
}
export const MESSAGE: OutgoingMessage = {
  from: { name: 'Ana', address: 'Ana@own.test' },
  to: { name: 'Bo, "the" Bär', address: 'bo@there.test' },
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [
    { name: 'List-Unsubscribe', value: '<https://app.test/u/token>' },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
    { name: 'X-Campaign', value: 'c1' },
    { name: 'Precedence', value: 'bulk' },
  ],
  attachments: [],
}

/** Opens a Microsoft mailbox at a fake Graph API; `saved` collects the tokens it renewed. */
export async function microsoftMailbox(
  answer: (request: StubRequest) => StubReply | Promise<StubReply>,
  options: { scopes?: string[]; timeoutMs?: number; expiresAt?: number } = {},
): Promise<{ stub: Stub; box: OpenMailbox & { saved: string[] } }> {
  const stub = await startStub(answer)
  const saved: string[] = []
  const grant = JSON.stringify({
    ...GRANT,
    scopes: options.scopes ?? GRANT.scopes,
    expiresAt: options.expiresAt ?? null,
  })
  const box = createMicrosoft({
    clientId: 'client',
    clientSecret: 'hush',
    tenant: 'common',
    baseUrl: stub.origin,
    timeoutMs: options.timeoutMs ?? 60_000,
    settleDelaysMs: [2000, 5000],
  }).openMailbox(grant, grantKeeper(grant, saved))
  return { stub, box: { ...box, saved } }
}

/** A Graph error response. */
export function graphRefusal(status: number, code: string, message = 'No.'): StubReply {
  return { status, json: { error: { code, message } } }
}

/** Graph's answer to an accepted email. */
export const accepted = { status: 202 } satisfies StubReply
