import type { AuthorizeRequest, SignIn } from './sign-in.ts'
import type { Account } from './oauth-grants.ts'
import { html, page } from './html-pages.ts'
import { VENDOR_LABEL } from './provider-names.ts'

/** Maximum accounts offered by name; others are typed. */
const OFFERED = 12

/** Renders the page for both steps: sign-in and consent. The page posts to its own URL. */
export function consentPage(signIn: SignIn, request: AuthorizeRequest, accounts: Account[]): string {
  const label = VENDOR_LABEL[signIn.vendor]
  const { clientId, redirectUri, scopes, loginHint } = request
  const hint = loginHint.trim().toLowerCase()
  const hinted =
    accounts.find(({ email }) => email === hint) ?? (hint ? { email: hint, name: 'New account' } : undefined)
  const others = accounts.filter(({ email }) => email !== hinted?.email)
  const offered = [...(hinted ? [hinted] : []), ...others].slice(0, OFFERED)
  const body = html` <h1>Sign in with ${label}</h1>
    <p class="lead">This stands in for ${label}'s own sign-in page. There are no passwords: choose any identity.</p>
    <form method="post">
      <section class="card" aria-labelledby="who">
        <h2 id="who">Who is signing in?</h2>
        <fieldset>
          <legend>Choose an account</legend>
          ${offered.map(
            ({ email, name }, at) =>
              html`<label class="option"
                ><input type="radio" name="account" value="${email}" ${at === 0 && html` checked`} />
                <span>${name}<br /><span class="soft small">${email}</span></span></label
              >`,
          )}
        </fieldset>
        <div class="field" style="margin-top:12px">
          <label for="email">Or use any other address</label>
          <input id="email" name="email" type="email" autocomplete="off" placeholder="someone@example.com" />
        </div>
      </section>
      <section class="card" aria-labelledby="what">
        <h2 id="what">What may it do?</h2>
        <p class="soft small">
          The application <code>${clientId}</code> asks for this, and will be told at
          <code>${new URL(redirectUri).origin}</code>. Untick what you want to withhold.
        </p>
        <fieldset>
          <legend>Permissions</legend>
          ${scopes.map(
            (scope) =>
              html`<label class="option"
                ><input
                  type="checkbox"
                  name="scope"
                  value="${scope}"
                  checked${signIn.implied(scope) && html` disabled`}
                />
                <span>${signIn.describe(scope)}<br /><span class="soft small">${scope}</span></span></label
              >`,
          )}
        </fieldset>
        <div class="actions end">
          <button name="decision" value="cancel" formnovalidate>Cancel</button>
          <button class="primary" name="decision" value="accept">Accept</button>
        </div>
      </section>
    </form>`
  return page(`Sign in with ${label}`, body, { narrow: true })
}

/** The page for a person whose organization requires an administrator's consent. They return with an error, or act as the administrator. */
export function approvalPage(signIn: SignIn, { email }: Account, scopes: string[], held: string[]): string {
  const body = html`<h1>Need admin approval</h1>
    <p class="lead">
      The organization of ${email} does not let people give applications this permission. An administrator has to.
    </p>
    <form method="post" class="card">
      <ul>
        ${held.map((scope) => html`<li>${signIn.describe(scope)} <span class="soft small">${scope}</span></li>`)}
      </ul>
      <input type="hidden" name="email" value="${email}" />
      ${scopes.map((scope) => html`<input type="hidden" name="scope" value="${scope}" />`)}
      <div class="actions end">
        <button name="decision" value="approve">I am an administrator: approve</button>
        <button class="primary" name="decision" value="return">
          Return to the application without granting consent
        </button>
      </div>
    </form>`
  return page('Need admin approval', body, { narrow: true })
}

/** Google's file picker, which follows the consent. */
export function pickerPage(
  signIn: SignIn,
  { email }: Account,
  scopes: string[],
  sheets: readonly { id: string; title: string; email: string }[],
): string {
  const label = VENDOR_LABEL[signIn.vendor]
  const body = html`<h1>Choose a spreadsheet</h1>
    <p class="lead">The application sees only the file that you choose here, as ${email}.</p>
    <form method="post" class="card">
      <input type="hidden" name="email" value="${email}" />
      ${scopes.map((scope) => html`<input type="hidden" name="scope" value="${scope}" />`)}
      <fieldset>
        <legend>Spreadsheets</legend>
        ${sheets.length === 0 && html`<p class="empty">There is none. Create one under <a href="/sheets">Spreadsheets</a>.</p>`}
        ${sheets.map(
          (sheet, at) =>
            html`<label class="option"
              ><input type="radio" name="file" value="${sheet.id}" ${at === 0 && html` checked`} />
              <span>${sheet.title}<br /><span class="soft small">${sheet.email}</span></span></label
            >`,
        )}
      </fieldset>
      <div class="actions end">
        <button name="decision" value="cancel">Cancel</button>
        ${sheets.length > 0 && html`<button class="primary" name="decision" value="accept">Select</button>`}
      </div>
    </form>`
  return page(`Choose a spreadsheet at ${label}`, body, { narrow: true })
}

/** The page for an invalid client request; it is not redirected, as at the providers. */
export function consentProblem(problem: string): string {
  const body = html`<h1>This sign-in cannot go on</h1>
    <p class="lead">The application asked in a way that the sandbox does not accept.</p>
    <div class="card"><p style="margin:0">${problem}</p></div>`
  return page('Sign-in problem', body, { narrow: true })
}
