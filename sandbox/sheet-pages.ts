import { type Request, type Response, Router } from 'express'
import { csvCell } from '#domain/contacts/csv.ts'
import { type Html, html, page } from './html-pages.ts'
import { formOf, originOf, readBody } from './request-body.ts'
import type { Sandbox } from './sandbox.ts'
import {
  changeSheet,
  createSheet,
  findSheet,
  listSheets,
  SHEET_CONDITIONS,
  type SandboxSheet,
  type SheetCondition,
} from './sheets.ts'
import { isVendor, VENDOR_LABEL } from './provider-names.ts'

const LIMIT = 4 * 1024 * 1024
/** Number of empty rows and columns on the page of a spreadsheet, to type in. */
const SPARE = { rows: 3, columns: 2 }

const CONDITION_LABEL: Record<SheetCondition, string> = {
  ok: 'Shared',
  unshared: 'No longer shared',
  deleted: 'Deleted',
  quota: 'Refuses calls: quota used up',
}

/** The spreadsheets of the sandbox: pages where one can type, the same as JSON for programs, and what “Publish to web” shows. */
export function sheetPages(sandbox: Sandbox): Router {
  const router = Router()
  const find = (req: Request, res: Response): SandboxSheet | undefined => {
    const sheet = findSheet(sandbox, String(req.params['id']))
    if (!sheet) res.status(404).type('text').send('There is no such spreadsheet.')
    return sheet
  }
  router.get(
    '/sheets',
    (req, res) => void res.type('html').send(page('Spreadsheets', overview(sandbox, originOf(req)))),
  )
  router.post('/sheets', async (req, res) => {
    const form = formOf(await bodyOf(req))
    const vendor = form.get('vendor') ?? ''
    const email = form.get('email') ?? ''
    if (!isVendor(vendor) || !email.includes('@')) return void res.status(400).type('text').send('Choose whose it is.')
    const cells = [['Email', 'First Name', 'Order', 'Amount']]
    const sheet = createSheet(sandbox, { vendor, email, title: form.get('title') || 'Orders', cells })
    res.redirect(303, `/sheets/${sheet.id}`)
  })
  router.get('/sheets/:id', (req, res) => {
    const sheet = find(req, res)
    if (sheet) res.type('html').send(page(sheet.title, sheetView(sheet, originOf(req))))
  })
  router.post('/sheets/:id', async (req, res) => {
    const sheet = find(req, res)
    if (!sheet) return
    const form = formOf(await bodyOf(req))
    const state = SHEET_CONDITIONS.find((each) => each === form.get('state')) ?? sheet.state
    changeSheet(sandbox, sheet, { cells: sorted(cellsIn(form), form.get('sort')), state })
    res.redirect(303, `/sheets/${sheet.id}`)
  })
  router.get('/spreadsheets/d/e/:id/pub', (req, res) => {
    const sheet = find(req, res)
    if (sheet) sendCsv(req, res, sheet)
  })
  apiOfSheets(sandbox, router, find)
  return router
}

/** Mounts the JSON interface to spreadsheets, for tests and programs. */
function apiOfSheets(
  sandbox: Sandbox,
  router: Router,
  find: (req: Request, res: Response) => SandboxSheet | undefined,
): void {
  const answer = (req: Request, res: Response, sheet: SandboxSheet) =>
    void res.json({ ...sheet, ...linksOf(sheet, originOf(req)) })
  router.post('/sandbox/sheets', async (req, res) => {
    const { vendor, email, title = 'Orders', cells = [] } = JSON.parse((await bodyOf(req)).toString('utf8'))
    answer(req, res, createSheet(sandbox, { vendor, email, title, cells }))
  })
  router.get('/sandbox/sheets/:id', (req, res) => {
    const sheet = find(req, res)
    if (sheet) answer(req, res, sheet)
  })
  router.put('/sandbox/sheets/:id', async (req, res) => {
    const change = JSON.parse((await bodyOf(req)).toString('utf8'))
    const sheet = find(req, res)
    if (sheet) answer(req, res, changeSheet(sandbox, sheet, change))
  })
}

async function bodyOf(req: Request): Promise<Buffer> {
  const body = await readBody(req, LIMIT)
  return body === 'too-large' ? Buffer.alloc(0) : body
}

/** Returns the URLs of a sheet: the sharing link that a person copies, and the published CSV. */
function linksOf(sheet: SandboxSheet, origin: string): { link: string; csvUrl: string } {
  return {
    link:
      sheet.vendor === 'microsoft'
        ? `https://sandbox-my.sharepoint.com/:x:/g/personal/${sheet.id}`
        : `https://docs.google.com/spreadsheets/d/${sheet.id}/edit`,
    csvUrl: `${origin}/spreadsheets/d/e/${sheet.id}/pub?output=csv`,
  }
}

function sendCsv(req: Request, res: Response, { cells, version, state }: SandboxSheet): void {
  if (state === 'quota') return void res.status(429).set('Retry-After', '60').type('text').send('Too many requests')
  if (state === 'deleted') return void res.status(404).type('text').send('Not found')
  if (state === 'unshared') return void res.type('html').send('<title>Sign in</title>')
  const etag = `"v${version}"`
  if (req.headers['if-none-match'] === etag) return void res.status(304).end()
  res.set('ETag', etag).type('text/csv')
  res.send(cells.map((row) => row.map(csvCell).join(',')).join('\r\n'))
}

/** The cells that were typed, by their names `row-column`. */
function cellsIn(form: URLSearchParams): string[][] {
  const cells: string[][] = []
  for (const [name, value] of form) {
    const [, row, column] = /^(\d{1,5})-(\d{1,3})$/.exec(name) ?? []
    if (row === undefined || column === undefined) continue
    const line = (cells[Number(row)] ??= [])
    line[Number(column)] = value
  }
  return Array.from(cells, (row) => Array.from(row ?? [], (cell) => cell ?? ''))
}

/** Returns the sheet with its rows sorted by the values in column `by`, a column index; unsorted without one. The header row stays first. */
function sorted(cells: string[][], by: string | null): string[][] {
  if (by === null || by === '') return cells
  const [head = [], ...rows] = cells
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  return [
    head,
    ...filled.toSorted((a, b) => (a[Number(by)] ?? '').localeCompare(b[Number(by)] ?? '', 'en', { numeric: true })),
  ]
}

function overview(sandbox: Sandbox, origin: string): Html {
  const sheets = listSheets(sandbox)
  return html`<h1>Spreadsheets</h1>
    <p class="lead">
      Stand-ins for Google Sheets and for Excel on OneDrive. Each is also published as CSV.
      <a href="/">All mailboxes</a>
    </p>
    <section class="card flush" aria-labelledby="sheets">
      <h2 id="sheets">All spreadsheets</h2>
      ${sheets.length === 0 && html`<p class="empty">There is none yet. Create the first one below.</p>`}
      <table>
        <tbody>
          ${sheets.map(
            (sheet) =>
              html`<tr>
                <td>
                  <a href="/sheets/${sheet.id}">${sheet.title}</a><br /><span class="soft small"
                    >${VENDOR_LABEL[sheet.vendor]}, ${sheet.email}</span
                  >
                </td>
                <td class="hide"><code>${linksOf(sheet, origin).link}</code></td>
                <td class="num">${Math.max(0, sheet.cells.length - 1)} rows</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>
    <form method="post" class="card">
      <h2>New spreadsheet</h2>
      <div class="fields">
        <div class="field">
          <label for="title">Title</label><input id="title" name="title" type="text" value="Orders" />
        </div>
        <div class="field">
          <label for="email">Whose it is</label
          ><input id="email" name="email" type="email" value="demo@sandbox.mergewell.test" />
        </div>
        <div class="field">
          <label for="vendor">Where</label
          ><select id="vendor" name="vendor">
            <option value="google">Google Sheets</option>
            <option value="microsoft">Excel on OneDrive</option>
          </select>
        </div>
        <button class="primary">Create spreadsheet</button>
      </div>
    </form>`
}

function sheetView(sheet: SandboxSheet, origin: string): Html {
  const { link, csvUrl } = linksOf(sheet, origin)
  const width = Math.max(4, ...sheet.cells.map((row) => row.length)) + SPARE.columns
  const rows = sheet.cells.length + SPARE.rows
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  return html`<h1>${sheet.title}</h1>
    <p class="lead">${VENDOR_LABEL[sheet.vendor]}, ${sheet.email}. <a href="/sheets">All spreadsheets</a></p>
    <dl class="facts card">
      <dt>Link</dt>
      <dd><code>${link}</code></dd>
      <dt>Published CSV</dt>
      <dd>
        <a href="${csvUrl}"><code>${csvUrl}</code></a>
      </dd>
    </dl>
    <form method="post">
      <section class="card flush" style="overflow-x:auto">
        <table>
          <tbody>
            ${numbers(rows).map(
              (row) =>
                html`<tr>
                  <th scope="row" class="num">${row + 1}</th>
                  ${numbers(width).map(
                    (column) =>
                      html`<td style="padding:2px">
                        <input
                          type="text"
                          name="${row}-${column}"
                          value="${sheet.cells[row]?.[column] ?? ''}"
                          aria-label="${String.fromCharCode(65 + (column % 26))}${row + 1}"
                          style="min-width:110px"
                        />
                      </td>`,
                  )}
                </tr>`,
            )}
          </tbody>
        </table>
      </section>
      <div class="fields">
        <div class="field">
          <label for="sort">Sort by</label
          ><select id="sort" name="sort">
            <option value="">Leave the order</option>
            ${(sheet.cells[0] ?? []).map((title, column) => html`<option value="${column}">${title}</option>`)}
          </select>
        </div>
        <div class="field">
          <label for="state">State</label
          ><select id="state" name="state">
            ${SHEET_CONDITIONS.map(
              (state) =>
                html`<option value="${state}" ${state === sheet.state && html` selected`}>
                  ${CONDITION_LABEL[state]}
                </option>`,
            )}
          </select>
        </div>
        <button class="primary">Save</button>
      </div>
    </form>`
}
