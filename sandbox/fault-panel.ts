import { type Fault, FAULT_KINDS, OPERATIONS, STAGES } from './faults.ts'
import { Html, html } from './html-pages.ts'
import { type Vendor, VENDOR_LABEL, VENDORS } from './provider-names.ts'

const option = (value: string, label: string, selected = false): Html =>
  html`<option value="${value}" ${selected && html` selected`}>${label}</option>`

const numberField = (name: string, label: string, placeholder: string): Html =>
  html` <div class="field">
    <label for="fault-${name}">${label}</label>
    <input id="fault-${name}" name="${name}" type="number" min="0" placeholder="${placeholder}" />
  </div>`

/** Configured faults and the form to add one, for all mailboxes or for the page's mailbox. */
export function faultPanel(faults: Fault[], here: string, mailbox?: PageMailbox): Html {
  return html` <section class="card" aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    ${faults.length === 0 ? html`<p class="soft">None on order: every call is answered as it should be.</p>` : ordered(faults, here)}
    ${orderForm(here, mailbox)} ${explanation(mailbox)}
  </section>`
}

type PageMailbox = { vendor: Vendor; email: string } | undefined

/** The form that orders a fault. */
const orderForm = (here: string, mailbox: PageMailbox): Html =>
  html` <form method="post" action="/sandbox/faults">
    <input type="hidden" name="back" value="${here}" />
    <div class="fields">
      <div class="field">
        <label for="fault-kind">Fault</label
        ><select id="fault-kind" name="kind">
          ${Object.keys(FAULT_KINDS).map((kind) => option(kind, kind))}
        </select>
      </div>
      ${
        mailbox
          ? html`<input type="hidden" name="vendor" value="${mailbox.vendor}" /><input
                type="hidden"
                name="email"
                value="${mailbox.email}"
              />`
          : html`<div class="field">
                <label for="fault-vendor">Vendor</label
                ><select id="fault-vendor" name="vendor">
                  ${option('', 'All')}${VENDORS.map((vendor) => option(vendor, VENDOR_LABEL[vendor]))}
                </select>
              </div>
              <div class="field">
                <label for="fault-email">Mailbox</label
                ><input id="fault-email" name="email" type="text" placeholder="all of them" />
              </div>`
      }
      <div class="field">
        <label for="fault-operation">Calls</label
        ><select id="fault-operation" name="operation">
          ${option('any', 'any for mail')}${OPERATIONS.map((operation) => option(operation, operation))}
        </select>
      </div>
      <div class="field">
        <label for="fault-count">How often</label
        ><select id="fault-count" name="count">
          ${option('1', 'the next call', true)}${['2', '3', '5', '10', '50'].map((n) => option(n, `the next ${n} calls`))}${option('always', 'until cleared')}
        </select>
      </div>
      <div class="field">
        <label for="fault-subject">Only messages with this in the subject</label
        ><input id="fault-subject" name="subject" type="text" placeholder="all of them" />
      </div>
      <div class="field">
        <label for="fault-stage">SMTP: strikes</label
        ><select id="fault-stage" name="stage">
          ${option('', 'as the fault usually does')}${STAGES.map((stage) => option(stage, `at the ${stage}`))}
        </select>
      </div>
      ${numberField('after', 'After so many good calls', '0')} ${numberField('ms', 'For slow, lag, hidden: ms', '5000')}
      ${numberField('retryAfter', 'Retry-After: seconds', "the vendor's own")}
      <div class="field">
        <label for="fault-style">Retry-After as</label
        ><select id="fault-style" name="retryAfterStyle">
          ${['seconds', 'date', 'none'].map((style) => option(style, style))}
        </select>
      </div>
      <div class="field">
        <label for="fault-done">Before the error</label
        ><select id="fault-done" name="done">
          ${option('', 'nothing is done')}${option('true', 'it is done and recorded')}
        </select>
      </div>
    </div>
    <div class="actions"><button>Order fault</button></div>
  </form>`

/** Words on each fault, and the calls with which a program orders one. */
const explanation = (mailbox: PageMailbox): Html =>
  html` <details style="margin-top:16px">
    <summary>What each does, and how to order one from a program</summary>
    <dl class="facts small">
      ${Object.entries(FAULT_KINDS).map(
        ([kind, { means }]) =>
          html`<dt><code>${kind}</code></dt>
            <dd>${means}</dd>`,
      )}
    </dl>
    <pre>
curl -H 'Content-Type: application/json' -d '{"kind":"throttled","vendor":"${mailbox?.vendor ?? 'microsoft'}","email":"${mailbox?.email ?? 'demo@sandbox.mergewell.test'}",
  "operation":"send","count":3,"retryAfter":2}' http://127.0.0.1:4001/sandbox/faults

GET    /sandbox/faults        what is still to come
DELETE /sandbox/faults        clears all
DELETE /sandbox/faults/{id}   clears one

kind is required; vendor, email, operation (any), count (1; null: until cleared), after (0), ms (5000),
retryAfter, retryAfterStyle (seconds, date, none), limit (30, for perMinute), stage (SMTP: sender, recipient, message), done (false; true: it is done before
the error is answered), status, code and message are not.</pre>
  </details>`

function ordered(faults: Fault[], here: string): Html {
  return html`<table class="stack" style="margin-bottom:20px">
    <thead>
      <tr>
        <th>Fault</th>
        <th>Strikes</th>
        <th class="num">How often</th>
        <th><span class="soft">Clear</span></th>
      </tr>
    </thead>
    <tbody>
      ${faults.map(
        (fault) =>
          html`<tr>
            <td><span class="mark waiting">● ${fault.kind}</span></td>
            <td>
              ${fault.operation} calls of
              ${fault.email ?? 'every mailbox'}${fault.vendor && html` at ${VENDOR_LABEL[fault.vendor]}`}${fault.after > 0 && html`, after ${fault.after} more`}
            </td>
            <td class="num">${fault.count === null ? 'until cleared' : `next ${fault.count}`}</td>
            <td>
              <form method="post" action="/sandbox/faults/clear">
                <input type="hidden" name="back" value="${here}" /><input
                  type="hidden"
                  name="id"
                  value="${fault.id}"
                /><button aria-label="Clear ${fault.kind}">Clear</button>
              </form>
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`
}
