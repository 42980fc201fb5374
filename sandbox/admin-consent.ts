import type { RequestHandler } from 'express'
import { consentProblem } from './consent-page.ts'
import { consentAsAdmin, domainOf } from './organizations.ts'
import { html, page } from './html-pages.ts'
import { formOf, queryOf, readBody } from './request-body.ts'
import type { Sandbox } from './sandbox.ts'
import type { SignIn } from './sign-in.ts'
import { tenantOf } from './provider-names.ts'

/** Microsoft's admin-consent page: `/{tenant}/v2.0/adminconsent`. */
export function adminConsentPage(sandbox: Sandbox, signIn: SignIn): { show: RequestHandler; decide: RequestHandler } {
  return {
    show: (req, res) => {
      const query = queryOf(req)
      const problem = problemOf(query)
      if (problem) return void res.status(400).type('html').send(consentProblem(problem))
      res.type('html').send(consentForm(signIn, query))
    },
    decide: async (req, res) => {
      const query = queryOf(req)
      const problem = problemOf(query)
      if (problem) return void res.status(400).type('html').send(consentProblem(problem))
      const body = await readBody(req, 100_000)
      const form = formOf(body === 'too-large' ? Buffer.alloc(0) : body)
      const email = form.get('email') ?? ''
      const target = new URL(query.get('redirect_uri') ?? '')
      target.searchParams.set('admin_consent', 'True')
      if (form.get('decision') === 'accept' && /^[^\s@]+@[^\s@]+$/.test(email)) {
        const scopes = scopesOf(signIn, query)
        consentAsAdmin(sandbox, signIn.vendor, domainOf(email), query.get('client_id') ?? '', scopes)
        target.searchParams.set('tenant', tenantOf(email.toLowerCase()))
        target.searchParams.set('scope', scopes.join(' '))
      } else {
        target.searchParams.set('error', 'access_denied')
        target.searchParams.set(
          'error_description',
          'AADSTS65004: User declined to consent to access the app. The admin canceled the request.',
        )
      }
      const state = query.get('state')
      if (state !== null) target.searchParams.set('state', state)
      res.status(303).setHeader('Location', target.href)
      res.end()
    },
  }
}

const scopesOf = (signIn: SignIn, query: URLSearchParams) =>
  (query.get('scope') ?? '').split(' ').filter(Boolean).map(signIn.canonical)

function problemOf(query: URLSearchParams): string | null {
  if (!query.get('client_id')) return 'client_id is missing.'
  if (!URL.canParse(query.get('redirect_uri') ?? '')) return 'redirect_uri is missing, or not an address.'
  return query.get('scope') ? null : 'scope is missing.'
}

function consentForm(signIn: SignIn, query: URLSearchParams): string {
  const body = html`<h1>Permissions requested</h1>
    <p class="lead">Review for your organization. You act as an administrator here.</p>
    <form method="post" class="card">
      <p>The application <code>${query.get('client_id')}</code> asks for this, for everybody in your organization:</p>
      <ul>
        ${scopesOf(signIn, query).map((scope) => html`<li>${signIn.describe(scope)}</li>`)}
      </ul>
      <div class="field">
        <label for="email">Your address</label>
        <input id="email" name="email" type="email" placeholder="admin@locked.test" />
      </div>
      <div class="actions end">
        <button name="decision" value="cancel" formnovalidate>Cancel</button>
        <button class="primary" name="decision" value="accept">Accept</button>
      </div>
    </form>`
  return page('Permissions requested', body, { narrow: true })
}
