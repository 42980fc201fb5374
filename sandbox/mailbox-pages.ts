import { Router } from 'express'
import { faultPanel } from './fault-panel.ts'
import { findAccount, listAccounts } from './oauth-grants.ts'
import { boundedNumber, folderPage, type Summary } from './inspection-routes.ts'
import { countFolders, findMessage, type Folder, FOLDERS } from './messages.ts'
import type { Person } from './mime.ts'
import { bytes, type Html, html, moment, page } from './html-pages.ts'
import { queryOf } from './request-body.ts'
import type { MailHostAddress, Sandbox } from './sandbox.ts'
import { FIRST_PASSWORD } from './smtp/passwords.ts'
import { isVendor, type Vendor, VENDOR_LABEL, VENDORS } from './provider-names.ts'
import { unsubscribeButton } from './unsubscribe-mail.ts'
import { readView } from './message-view.ts'

const FOLDER_LABEL: Record<Folder, string> = { sent: 'Sent', drafts: 'Drafts', inbox: 'Inbox', archive: 'Archive' }

const PAGE_SIZE = 50

const mailboxPath = ({ vendor, email }: { vendor: Vendor; email: string }) =>
  `/mailboxes/${vendor}/${encodeURIComponent(email)}`
const messagePath = (mailbox: { vendor: Vendor; email: string }, id: string) =>
  `${mailboxPath(mailbox)}/messages/${encodeURIComponent(id)}`

const number = (n: number) => n.toLocaleString('en')
const person = ({ name, address }: Person) => (name && name !== address ? `${name} <${address}>` : address)
const people = (list: Person[]) => list.map(person).join(', ')

/** Renders people in a list: name, and email address below it. */
const named = (list: Person[]): Html[] =>
  list.map(({ name, address }) =>
    name && name !== address
      ? html`<div>${name}<br /><span class="soft small">${address}</span></div>`
      : html`<div>${address}</div>`,
  )

/** The sandbox's web pages: mailboxes, their folders, each message. */
export function mailboxPages(sandbox: Sandbox): Router {
  const router = Router()
  router.get('/', (_req, res) => {
    res.type('html').send(page('Mailboxes', overview(sandbox)))
  })
  router.get('/mailboxes/:vendor/:email', (req, res) => {
    const { vendor, email } = req.params
    const account = isVendor(vendor) ? findAccount(sandbox, vendor, email) : undefined
    if (!account) return void res.status(404).type('html').send(missing('There is no such mailbox.'))
    const query = queryOf(req)
    const wanted = query.get('folder') as Folder
    const folder = FOLDERS.includes(wanted) ? wanted : 'sent'
    const before = boundedNumber(query, 'before', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    res.type('html').send(page(account.email, folderView(sandbox, account, folder, before)))
  })
  router.get('/mailboxes/:vendor/:email/messages/:id', async (req, res) => {
    const { vendor, email, id } = req.params
    const row = isVendor(vendor) ? findMessage(sandbox, vendor, email.toLowerCase(), id) : undefined
    if (!row) return void res.status(404).type('html').send(missing('There is no such message any more.'))
    res.type('html').send(page(row.subject || '(no subject)', await messageView(sandbox, row)))
  })
  return router
}

const missing = (text: string) =>
  page(
    'Not found',
    html`<h1>Not found</h1>
      <p class="lead">${text} <a href="/">All mailboxes</a></p>`,
  )

function overview(sandbox: Sandbox): Html {
  const accounts = listAccounts(sandbox).map((account) => ({ ...account, counts: countFolders(sandbox, account) }))
  return html`<h1>Mailboxes</h1>
    <p class="lead">
      A local stand-in for Microsoft 365, Google and a host with SMTP and IMAP. Mail that is sent here is kept to be
      read, and goes nowhere. An address with “bounce” before the @ bounces, one with “reply” answers, one with “react”
      sends an emoji reaction, one with “away” sends an out-of-office note, one with “ticket” the automatic answer of a
      help desk, one with “delay” a notice that it takes longer. “away-de” and “reply-de” answer in German; en, es, fr,
      it, ja, nl, pl, pt and sv work too.
    </p>
    <p>
      To try any other message, such as a bounce that you once received, post it:
      <code>POST /mailboxes/{address}/inbox</code> with <code>Content-Type: message/rfc822</code> delivers the bytes to
      each mailbox with that address. It joins the conversation of the email that its In-Reply-To or References names.
    </p>
    <p>The sandbox also keeps <a href="/sheets">spreadsheets</a>, as Google Sheets and OneDrive do.</p>
    ${sandbox.mailHost && mailHostFacts(sandbox.mailHost)}
    ${VENDORS.filter((vendor) => vendor !== 'smtp' || sandbox.mailHost).map(
      (vendor) =>
        html`<section class="card flush" aria-labelledby="${vendor}">
          <h2 id="${vendor}">${VENDOR_LABEL[vendor]}</h2>
          <table>
            <thead>
              <tr>
                <th>Account</th>
                <th class="num">Sent</th>
                <th class="num">Drafts</th>
                <th class="num">Inbox</th>
                <th class="num">Archive</th>
              </tr>
            </thead>
            <tbody>
              ${accounts
                .filter((account) => account.vendor === vendor)
                .map(
                  (account) =>
                    html`<tr>
                      <td>
                        <a href="${mailboxPath(account)}">${account.email}</a><br /><span class="soft small"
                          >${account.name}</span
                        >
                      </td>
                      ${FOLDERS.map((folder) => html`<td class="num">${number(account.counts[folder])}</td>`)}
                    </tr>`,
                )}
            </tbody>
          </table>
        </section>`,
    )}
    ${faultPanel(sandbox.faults.list(), '/')}`
}

/** Returns what a mail program asks for to reach the host with SMTP and IMAP. */
function mailHostFacts(host: MailHostAddress): Html {
  return html`<section class="card" aria-labelledby="mail-host">
    <h2 id="mail-host">SMTP and IMAP servers</h2>
    <dl class="facts">
      <dt>Address</dt>
      <dd>Any, such as noor@riverside-choir.test. Its first sign-in makes the mailbox.</dd>
      <dt>Password</dt>
      <dd><code>${FIRST_PASSWORD}</code></dd>
      <dt>SMTP</dt>
      <dd>${host.host}, port ${String(host.smtpPort)} with TLS or ${String(host.smtpStartTlsPort)} with STARTTLS</dd>
      <dt>IMAP</dt>
      <dd>${host.host}, port ${String(host.imapPort)} with TLS or ${String(host.imapStartTlsPort)} with STARTTLS</dd>
      <dt>Certificate</dt>
      <dd>Self-signed: <code>${host.certificateFile}</code></dd>
    </dl>
    <p class="small soft">
      The SMTP host refuses an address with “refused” before the @ at once. It files no copy in Sent, except in a domain
      with the label “keeps”, such as noor@keeps.choir.test. With the label “de” the folders have German names; with
      “plain” the IMAP host does not say which folder is for what.
    </p>
  </section>`
}

function folderView(
  sandbox: Sandbox,
  account: { vendor: Vendor; email: string; name: string },
  folder: Folder,
  before: number,
): Html {
  const counts = countFolders(sandbox, account)
  const { messages, next } = folderPage(sandbox, account, folder, { limit: PAGE_SIZE, before })
  const path = mailboxPath(account)
  const faults = sandbox.faults
    .list()
    .filter(
      (fault) =>
        (fault.vendor ?? account.vendor) === account.vendor && (fault.email ?? account.email) === account.email,
    )
  return html`<p class="small"><a href="/">All mailboxes</a></p>
    <h1>${account.email}</h1>
    <p class="lead">${account.name}, ${VENDOR_LABEL[account.vendor]}</p>
    <nav class="tabs" aria-label="Folders">
      ${FOLDERS.map(
        (each) =>
          html`<a href="${path}?folder=${each}" ${each === folder && html` aria-current="page"`}
            >${FOLDER_LABEL[each]} ${number(counts[each])}</a
          >`,
      )}
    </nav>
    <section class="card flush" aria-label="${FOLDER_LABEL[folder]}">
      ${
        messages.length === 0
          ? html`<p class="empty">${folder === 'sent' ? 'Nothing has been sent from here yet.' : 'Nothing here.'}</p>`
          : html`<table class="stack">
              <thead>
                <tr>
                  <th>${folder === 'inbox' ? 'From' : 'To'}</th>
                  <th>Subject</th>
                  <th class="num hide">Size</th>
                  <th class="hide">When</th>
                </tr>
              </thead>
              <tbody>
                ${messages.map((each) => line(account, folder, each))}
              </tbody>
            </table>`
      }
    </section>
    <div class="actions end" style="margin:0 0 20px">
      ${before < Number.MAX_SAFE_INTEGER && html`<a class="button" href="${path}?folder=${folder}">Newest</a>`}
      ${next !== null && html`<a class="button" rel="next" href="${path}?folder=${folder}&amp;before=${next}">Older</a>`}
    </div>
    ${faultPanel(faults, `${path}?folder=${folder}`, account)}`
}

function line(
  account: { vendor: Vendor; email: string },
  folder: Folder,
  { id, subject, from, to, cc, bcc, at, size, attachments }: Summary,
): Html {
  return html`<tr>
    <td>${folder === 'inbox' ? named([from]) : named([...to, ...cc, ...bcc])}</td>
    <td>
      <a href="${messagePath(account, id)}">${subject || '(no subject)'}</a
      >${attachments > 0 && html` <span class="soft small nowrap">with files</span>`}
    </td>
    <td class="num hide soft">${bytes(size)}</td>
    <td class="hide soft nowrap">${moment(Date.parse(at))}</td>
  </tr>`
}

async function messageView(sandbox: Sandbox, row: Parameters<typeof readView>[1]): Promise<Html> {
  const view = await readView(sandbox, row)
  const { to, cc, bcc } = view.recipients
  const source = `/sandbox/messages/${encodeURIComponent(row.id)}`
  const folder = row.folder as Folder
  return html`<p class="small">
      <a href="/">All mailboxes</a> /
      <a href="${mailboxPath(row)}?folder=${folder}">${row.email}, ${FOLDER_LABEL[folder]}</a>
    </p>
    <h1>${row.subject || '(no subject)'}</h1>
    <p class="lead">
      ${folder === 'drafts' ? html`<span class="mark waiting">○ Draft</span>` : html`<span class="mark good">● ${FOLDER_LABEL[folder]}</span>`}
      ${moment(row.sent_at ?? row.created_at)}
    </p>
    ${unsubscribeButton(row, view, messagePath(row, row.id))}
    <section class="card" aria-label="Envelope">
      <dl class="facts">
        <dt>From</dt>
        <dd>${person(view.from)}</dd>
        <dt>To</dt>
        <dd>${people(to) || '–'}</dd>
        ${
          cc.length > 0 &&
          html`<dt>Cc</dt>
            <dd>${people(cc)}</dd>`
        }${
          bcc.length > 0 &&
          html`<dt>Bcc</dt>
            <dd>${people(bcc)}</dd>`
        }
        <dt>Subject</dt>
        <dd>${row.subject}</dd>
        <dt>Message-ID</dt>
        <dd><code>${row.internet_id}</code></dd>
        <dt>Source</dt>
        <dd>
          ${row.format === 'json' ? html`<a href="${source}/raw">Graph JSON</a>, <a href="${source}/mime">MIME</a>` : html`<a href="${source}/raw">MIME</a>`},
          ${bytes(row.size)}
        </dd>
      </dl>
    </section>
    ${
      view.files.length > 0 &&
      html`<section class="card" aria-labelledby="files">
        <h2 id="files">Files</h2>
        ${view.files.map(
          (file, at) =>
            html`<p style="margin:0 0 4px">
              <a href="${source}/attachments/${at}" download>${file.name}</a>
              <span class="soft small"
                >${file.contentType}, ${bytes(file.content.length)}${file.inline && ', inline'}</span
              >
            </p>`,
        )}
      </section>`
    }
    ${view.html !== undefined && html`<section class="card flush" aria-label="Message"><iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="The message as its recipient sees it" src="${source}/html"></iframe></section>`}
    ${
      view.text !== undefined &&
      html`<section class="card" aria-labelledby="text">
        <h2 id="text">${view.html === undefined ? 'Text' : 'Plain text alternative'}</h2>
        <pre>${view.text}</pre>
      </section>`
    }
    <section class="card">
      <details>
        <summary>Headers</summary>
        <dl class="facts small">
          ${view.headers.map(
            ({ name, value }) =>
              html`<dt>${name}</dt>
                <dd><code>${value}</code></dd>`,
          )}
        </dl>
      </details>
    </section>`
}
