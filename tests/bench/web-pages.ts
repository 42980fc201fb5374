import { Client } from 'pg'
import type { Browser } from 'playwright-core'
import { v7 as newId } from 'uuid'
import { copyPeople, people } from './generated-contacts.ts'
import { connect } from './bulk-copy.ts'
import { count, inTurn, median, msFigure, type Bench, type Figure, timed, type Setting } from './bench.ts'
import { startProduct } from './bench-product.ts'
import { serveBare } from './web/bare-page.ts'
import { draftClick } from './web/draft-click.ts'
import { editorTimes, type EditorTimes } from './web/editor-times.ts'
import { launchChromium, load, type Line, type Load, type MeasuredPage } from './web/page-loads.ts'

const GOAL = '≤ 1.5'
/** Number of times that each page is loaded per figure. */
const LOADS = 3
const DRAFT_RECIPIENTS = 60_000
const USERNAME = 'robin'
/** Network conditions, by the ending of their figures' names: this machine alone, and a usual line at home. */
const LINES: Record<string, Line> = { '': null, ', 10 Mbit/s': { ms: 40, bytesPerSecond: 10_000_000 / 8 } }

/**
 * Measures what a browser needs for the first page, beside a bare app of the same libraries (web/bare/): the scripts of
 * /login, the time until the dashboard is painted and until it shows its figures, with an empty cache, and the time
 * until a new campaign's text can be edited and a key press takes in it: all with a processor four times slower. And
 * the time from the choice of all contacts, through the wizard, to the page with the draft, divided by one insert …
 * select of its recipients.
 */
export const webBench: Bench = {
  name: 'web',
  inTable: true,
  async run(setting) {
    const { small, provider, secretKey, undo } = setting
    // Of its own: the product seals its database, and the other benches go on with theirs.
    const databaseUrl = await createDatabase(setting)
    const product = await startProduct({ databaseUrl, provider, secretKey })
    undo.push(() => product.stop())
    const bareUrl = await serveBare(databaseUrl, secretKey, undo)
    const browser = await launchChromium()
    undo.push(() => browser.close())
    const cookie = await signUp(product.url)

    const script = async (url: string, content: string) => (await load(browser, { url, content }, null)).scriptBytes
    const [ours, bound] = [await script(`${product.url}/login`, 'form'), await script(`${bareUrl}/login`, 'h1')]
    const name = 'JS of /login, gzip'
    const figures: Figure[] = [
      { name, ours: kilobytes(ours), bound: kilobytes(bound), ratio: ours / bound, goal: GOAL },
    ]

    const dashboard: MeasuredPage = { url: `${product.url}/dashboard`, content: 'main dl dd' }
    const bare: MeasuredPage = { url: `${bareUrl}/dashboard`, content: 'h1' }
    for (const [where, line] of Object.entries(LINES)) {
      const all: Record<'ours' | 'bound', Load[]> = { ours: [], bound: [] }
      for (let n = 0; n < (small ? 1 : LOADS); n += 1) {
        all.bound.push(await load(browser, bare, cookie, line))
        all.ours.push(await load(browser, dashboard, cookie, line))
      }
      const middle = (key: 'painted' | 'shown') => ({
        ours: median(all.ours.map((each) => each[key])),
        bound: median(all.bound.map((each) => each[key])),
      })
      figures.push(
        msFigure(`first paint of /dashboard, signed in${where}`, middle('painted'), GOAL),
        msFigure(`figures of /dashboard, signed in${where}`, middle('shown'), '≤ 1.9'),
      )
    }
    const recipients = small ? 500 : DRAFT_RECIPIENTS
    figures.push(
      msFigure(
        `draft for ${count(recipients)} recipients, clicks to page`,
        await draftTimes({ ...setting, databaseUrl }, recipients, (campaign) =>
          draftClick(browser, { url: product.url, cookie, name: campaign }),
        ),
        '≤ 1.5',
      ),
    )
    figures.push(...(await editorFigures(browser, { url: product.url, bareUrl, cookie, rounds: small ? 1 : LOADS })))
    return figures
  },
}

interface EditorSetting {
  url: string
  bareUrl: string
  cookie: { name: string; value: string }
  rounds: number
}

/** The text of a new campaign beside a page that holds nothing but the editor's library; the workspace has contacts. */
async function editorFigures(browser: Browser, { url, bareUrl, cookie, rounds }: EditorSetting): Promise<Figure[]> {
  const times: Record<'ours' | 'bound', EditorTimes[]> = { ours: [], bound: [] }
  for (let round = 0; round < rounds; round += 1) {
    times.bound.push(
      await editorTimes(browser, { url: `${bareUrl}/editor`, cookie }, (page) =>
        page.getByRole('button', { name: 'Next' }).waitFor(),
      ),
    )
    times.ours.push(
      await editorTimes(browser, { url: `${url}/create-campaign`, cookie }, async (page) => {
        await page.getByLabel('Campaign Name').fill('Spring')
        await page.getByRole('button', { name: 'Next' }).click()
        await page.getByRole('button', { name: 'First 5', exact: true }).click()
        // The code of the next step is loading.
        await page.waitForLoadState('networkidle')
      }),
    )
  }
  const middle = (key: keyof EditorTimes) => ({
    ours: median(times.ours.map((each) => each[key])),
    bound: median(times.bound.map((each) => each[key])),
  })
  return [
    msFigure('text of a new campaign, from Next', middle('shown'), ''),
    msFigure('a key press in it, p95', middle('typed'), ''),
  ]
}

/**
 * Measures the creation of a draft to every contact of the person's workspace, in the web app and as one SQL statement.
 */
async function draftTimes(setting: Setting, recipients: number, click: (name: string) => Promise<number>) {
  const client = await connect(setting)
  const { rows } = await client.query<{ id: string }>('select tenant_id as id from users where username = $1', [
    USERNAME,
  ])
  const tenantId = rows[0]?.id ?? ''
  await copyPeople(client, 'contacts', tenantId, people(recipients))
  const ours = () => click(`Spring ${newId()}`)
  await ours()
  // Into a copy of that draft.
  const bound = async () => {
    const id = newId()
    await client.query(
      `insert into campaigns select (jsonb_populate_record(c, jsonb_build_object('id', $1::text))).*
       from campaigns c where tenant_id = $2 limit 1`,
      [id, tenantId],
    )
    return timed(() =>
      client.query(
        `insert into campaign_contacts (tenant_id, campaign_id, contact_id)
         select tenant_id, $2, id from contacts where tenant_id = $1`,
        [tenantId, id],
      ),
    )
  }
  return inTurn(setting.rounds, ours, bound)
}

async function createDatabase({ databaseUrl, undo }: Setting): Promise<string> {
  const name = 'bench_web'
  const run = async (statement: string) => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  undo.push(() => run(`drop database ${name}`))
  return Object.assign(new URL(databaseUrl), { pathname: name }).href
}

/** Opens a workspace; returns its session cookie. */
async function signUp(url: string): Promise<{ name: string; value: string }> {
  const [username, password] = [USERNAME, 'twelve white swans']
  const person = {
    companyName: 'Quayside Books',
    fullName: 'Robin Hale',
    email: 'robin@quayside.example',
  }
  const ask = async (query: string, input: object) => {
    const body = JSON.stringify({ query, variables: { input } })
    return fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  const register = 'mutation ($input: RegisterInput!) { register(input: $input) { errors { message } } }'
  await ask(register, { ...person, username, password, confirmPassword: password })
  const login = 'mutation ($input: LoginInput!) { login(input: $input) { errors { message } } }'
  const answer = await ask(login, { username, password })
  const [, name, value] = /(\w+_session)=([^;]+)/.exec(answer.headers.getSetCookie().join()) ?? []
  if (name === undefined || value === undefined) throw new Error(`Not signed in: ${await answer.text()}`)
  return { name, value }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`
}
