import type { Request, RequestHandler, Response } from 'express'
import { approvalPage, consentPage, consentProblem, pickerPage } from './consent-page.ts'
import { ensureAccount, issueCode, listAccounts, signInAt } from './oauth-grants.ts'
import { consentAsAdmin, domainOf, needsAdmin } from './organizations.ts'
import { formOf, queryOf, readBody } from './request-body.ts'
import type { Sandbox } from './sandbox.ts'
import { findSheet, listSheets, pickFile } from './sheets.ts'
import type { AuthorizeRequest, SignIn } from './sign-in.ts'

/** GET shows the sign-in and consent page; POST takes the decision and redirects the browser to the client. */
export function authorizePage(sandbox: Sandbox, signIn: SignIn): { show: RequestHandler; decide: RequestHandler } {
  return {
    show: (req, res) => {
      const query = queryOf(req)
      const request = readRequest(signIn, query)
      if (typeof request === 'string') return showProblem(res, request)
      if (query.get('prompt') === 'none') return goBack(res, request, { error: 'interaction_required' })
      const accounts = listAccounts(sandbox).filter(({ vendor }) => vendor === signIn.vendor)
      res.type('html').send(consentPage(signIn, request, accounts))
    },
    decide: async (req, res) => {
      const request = readRequest(signIn, queryOf(req))
      if (typeof request === 'string') return showProblem(res, request)
      const form = (await readForm(req)) ?? new URLSearchParams()
      const decision = form.get('decision') ?? ''
      if (decision === 'return') return goBack(res, request, { ...signIn.unapproved })
      if (!['accept', 'approve'].includes(decision)) {
        return goBack(res, request, { error: 'access_denied', error_description: 'The user has denied access.' })
      }
      const email = form.get('email') || form.get('account') || ''
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) return showProblem(res, 'Choose an account, or type an email address.')
      const account = ensureAccount(sandbox, signIn.vendor, email)
      const ticked = new Set(form.getAll('scope').map(signIn.canonical))
      const allowed = request.scopes.filter((scope) => signIn.implied(scope) || ticked.has(scope))
      const { clientId, redirectUri, nonce, challenge } = request
      const held = needsAdmin(sandbox, account, clientId, allowed)
      if (decision === 'approve') {
        consentAsAdmin(sandbox, signIn.vendor, domainOf(account.email), clientId, held)
      } else if (held.length > 0) {
        return void res.type('html').send(approvalPage(signIn, account, allowed, held))
      }
      const picked = form.getAll('file')
      if (signIn.picks?.(queryOf(req)) && picked.length === 0) {
        const wanted = queryOf(req).get('file_ids')?.split(',').filter(Boolean) ?? []
        const sheets = listSheets(sandbox).filter(
          ({ id, vendor, state }) =>
            vendor === signIn.vendor && state !== 'unshared' && (wanted.length === 0 || wanted.includes(id)),
        )
        return void res.type('html').send(pickerPage(signIn, account, allowed, sheets))
      }
      for (const id of picked) {
        const sheet = findSheet(sandbox, id)
        if (sheet) pickFile(sandbox, sheet, account.email, clientId)
      }
      const scopes = [...new Set([...allowed, ...(signIn.before?.(queryOf(req), account, clientId) ?? [])])]
      const offline = signIn.offline(queryOf(req), scopes, account, clientId)
      const at = signInAt(sandbox, account, queryOf(req))
      const signedInAt = signIn.tellsAuthTime(queryOf(req)) ? at : null
      const consent = { account, clientId, scopes, nonce, offline, redirectUri, challenge, signedInAt }
      const code = issueCode(sandbox, consent)
      sandbox.log(`${signIn.vendor}: ${account.email} allowed ${scopes.join(' ')}`)
      const files: Record<string, string> = picked.length > 0 ? { picked_file_ids: picked.join(',') } : {}
      goBack(res, request, { code, ...signIn.extras(scopes, account), ...files })
    },
  }
}

async function readForm(req: Request): Promise<URLSearchParams | undefined> {
  const body = await readBody(req, 100_000)
  return body === 'too-large' ? undefined : formOf(body)
}

/** The client's request, or a message about what is wrong with it. */
function readRequest(signIn: SignIn, query: URLSearchParams): AuthorizeRequest | string {
  const clientId = query.get('client_id')
  const redirectUri = query.get('redirect_uri')
  const challenge = query.get('code_challenge')
  const scopes = [...new Set((query.get('scope') ?? '').split(' ').filter(Boolean).map(signIn.canonical))]
  if (!clientId) return 'client_id is missing.'
  if (!redirectUri || !URL.canParse(redirectUri)) return 'redirect_uri is missing, or not an address.'
  if (query.get('response_type') !== 'code') return 'response_type must be "code".'
  if (!['query', null].includes(query.get('response_mode'))) return 'The sandbox answers in response_mode "query" only.'
  if (scopes.length === 0) return 'scope is missing.'
  if (challenge !== null && query.get('code_challenge_method') !== 'S256')
    return 'code_challenge_method must be "S256".'
  return {
    clientId,
    redirectUri,
    scopes,
    challenge,
    state: query.get('state'),
    nonce: query.get('nonce'),
    loginHint: query.get('login_hint') ?? '',
  }
}

function goBack(res: Response, { redirectUri, state }: AuthorizeRequest, answer: Record<string, string>): void {
  const target = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value)
  if (state !== null) target.searchParams.set('state', state)
  res.status(303).setHeader('Location', target.href)
  res.end()
}

function showProblem(res: Response, problem: string): void {
  res.status(400).type('html').send(consentProblem(problem))
}
